import { Type, type Static } from 'typebox';
import { Email } from '../credential/email-address.js';
import { Id, Instant, Name, strict } from './field-schemas.js';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../credential/password.js';

/** A user in responses to the user. */
export const User = strict({
  id: Id,
  email: Email,
  name: Name,
  instance_admin: Type.Boolean({ description: 'The first user of the instance administers it.' }),
  created_at: Instant,
});

export const NewPassword = Type.String({
  minLength: PASSWORD_MIN_LENGTH,
  maxLength: PASSWORD_MAX_LENGTH,
  description: `${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters, and not easy to guess.`,
  examples: ['correct horse battery'],
});

/** A password to compare: any text, because an invalid one is simply wrong. */
export const GivenPassword = Type.String({ maxLength: PASSWORD_MAX_LENGTH });

export const USER_COLUMNS = ['id', 'email', 'name', 'instance_admin', 'created_at'] as const;

export interface UserRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly instance_admin: boolean;
  readonly created_at: Date;
}

export function showUser({ id, email, name, instance_admin, created_at }: UserRow): Static<typeof User> {
  return { id, email, name, instance_admin, created_at: created_at.toISOString() };
}
