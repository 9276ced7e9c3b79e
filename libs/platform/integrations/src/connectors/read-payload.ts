import { assertValid } from '@cubit/core';
import type { Static, TSchema } from 'typebox';

/** The payload as what the sender documents it to be; `422 validation_failed` where a part that is needed is not so. */
export function readPayload<Schema extends TSchema>(schema: Schema, payload: unknown): Static<Schema> {
  assertValid(schema, payload);
  return payload as Static<Schema>;
}
