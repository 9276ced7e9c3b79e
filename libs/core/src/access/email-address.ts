import { Type } from 'typebox';

/** RFC 5321: a path of 256 octets, less its angle brackets. */
const EMAIL_LENGTH = 254;

export const Email = Type.String({
  format: 'email',
  maxLength: EMAIL_LENGTH,
  description: 'Letter case is kept, and does not count when addresses are compared.',
  examples: ['ada@example.org'],
});

/** The form in which addresses are compared: one mailbox, one account. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}
