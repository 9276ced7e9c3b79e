import { Type, type TProperties, type TSchema } from 'typebox';
import { type Role, ROLES } from '@cubit/core/host';

const NAME_LENGTH = 200;

/** Schemas shared by the routes of this library. */
export const Id = Type.String({ format: 'uuid', examples: ['01980a3e-5c00-7000-8000-5b8f5f0f6a11'] });
export const Instant = Type.String({ format: 'date-time', examples: ['2026-01-02T03:04:05.678Z'] });
export const Name = Type.String({ minLength: 1, maxLength: NAME_LENGTH });
export const Slug = Type.String({
  pattern: '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$',
  description: 'Names the workspace in paths.',
  examples: ['maker-lab'],
});
export const RoleName = Type.Unsafe<Role>({
  type: 'string',
  enum: [...ROLES],
  description: 'Each role includes those before it: viewer, member, admin, owner.',
});

export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}

/** An object schema with `additionalProperties: false`. */
export function strict<Properties extends TProperties>(properties: Properties) {
  return Type.Object(properties, { additionalProperties: false });
}
