import { validationFailed } from '../errors/cubit-error.js';
import { computedOverflow } from '../validation/computed-overflow.js';
import { Type, type TObject } from 'typebox';
import type { RegisteredEvent } from './registered.js';
import { validate } from '../validation/validate.js';

const schemas = new WeakMap<RegisteredEvent, TObject>();

/** Schema of the delivered payload: the declared members and `orgId`. */
export function payloadSchema(event: RegisteredEvent): TObject {
  let schema = schemas.get(event);
  if (!schema) {
    const orgId = Type.String({ format: 'uuid', description: 'Id of the workspace.' });
    schema = Type.Object({ orgId, ...event.definition.payload.properties }, { additionalProperties: false });
    schemas.set(event, schema);
  }
  return schema;
}

/**
 * Checks an event's payload. A mismatch is a defect of the module that emits it, except for a computed value that is too large,
 * which becomes `422`.
 */
export function assertPayload(event: RegisteredEvent, payload: unknown): void {
  const [fault] = validate(payloadSchema(event), payload);
  if (!fault) return;
  const overflow = computedOverflow(fault, payload);
  if (overflow)
    throw validationFailed([
      { ...overflow, path: '', message: `'${fault.path}' of the event '${event.name}' ${overflow.message}` },
    ]);
  throw new Error(
    `Module '${event.module}' emits '${event.name}' with a payload that does not match its schema: ${fault.path} ${fault.message}`,
  );
}
