import { Type } from 'typebox';

/** RFC 5321: a path of 256 octets, less its angle brackets. */
const EMAIL_LENGTH = 254;

export const Email = Type.String({
  format: 'email',
  maxLength: EMAIL_LENGTH,
  description: 'Letter case is stored and ignored in comparisons.',
  examples: ['ada@example.org'],
});

/** The normalized address for comparisons: one mailbox, one account. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFKC').toLowerCase();
}
