import { Type, type TObject } from 'typebox';
import type { RegisteredEvent } from '../registry/registered.js';
import { validate } from '../validation/validate.js';

const schemas = new WeakMap<RegisteredEvent, TObject>();

/** The payload as it is delivered: the declared one and `orgId`. */
export function payloadSchema(event: RegisteredEvent): TObject {
  let schema = schemas.get(event);
  if (!schema) {
    const orgId = Type.String({ format: 'uuid', description: 'Id of the workspace.' });
    schema = Type.Object({ orgId, ...event.definition.payload.properties }, { additionalProperties: false });
    schemas.set(event, schema);
  }
  return schema;
}

/** A payload off its schema is a defect of the module that emits it. */
export function assertPayload(event: RegisteredEvent, payload: unknown): void {
  const [fault] = validate(payloadSchema(event), payload);
  if (fault)
    throw new Error(
      `Module '${event.module}' emits '${event.name}' with a payload off its schema: ${fault.path} ${fault.message}`,
    );
}
