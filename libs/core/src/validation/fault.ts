import { decimalPlaces } from './multiple-of.js';

/** A fault of one value: the codes of `details` in `422 validation_failed`. */
export interface Fault {
  readonly code: FaultCode;
  readonly message: string;
}

/** Every fault code of the schema language, and its meaning. */
export const FAULT_CODES = {
  required: 'A member is missing.',
  unknown: 'The member does not exist.',
  read_only: 'The member is read-only.',
  type: 'The value is of another JSON type.',
  too_short: 'The text has too few code points.',
  too_long: 'The text has too many code points.',
  too_small: 'The number is below its minimum.',
  too_large: 'The number is above its maximum.',
  too_precise: 'The number has too many decimals, or is not a multiple of its step.',
  too_few: 'The list or object has too few items.',
  too_many: 'The list or object has too many items.',
  not_unique: 'The item equals an earlier one of the list.',
  enum: 'The value is not one of those allowed.',
  one_of: 'Only one of several members may be given.',
  format: 'The text does not have the required format.',
  text: 'The text holds a NUL character or half of a surrogate pair.',
  invalid: 'The value is invalid in a way that no other code describes.',
} as const;
export type FaultCode = keyof typeof FAULT_CODES;

const SHOWN_VALUES = 30;
const FORMAT_NAMES: Readonly<Record<string, string>> = {
  'date-time': 'a time in RFC 3339 form, as 2026-01-31T12:00:00Z',
  date: 'a calendar date, as 2026-01-31',
  currency: 'a currency by its ISO 4217 code, as EUR',
  uuid: 'a UUID',
  email: 'an email address',
  uri: 'an absolute URL',
  color: 'a colour, as #1f6feb, #fff or a name of CSS',
};

const fault = (code: FaultCode, message: string): Fault => ({ code, message });
const counted = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`;

export const faults = {
  required: () => fault('required', 'is required.'),
  requiredOr: (others: readonly (readonly string[])[]) =>
    fault('required', `is required, or else ${others.map(membersOf).join(' or ')}.`),
  notBeside: (other: string) => fault('one_of', `cannot be combined with \`${other}\`.`),
  excluded: (value: unknown) => fault('enum', `must not be ${JSON.stringify(value)}.`),
  unknown: () => fault('unknown', 'is not known here.'),
  readOnly: () => fault('read_only', 'is not written by clients.'),
  type: (types: readonly string[]) => fault('type', `must be ${types.map(withArticle).join(' or ')}.`),
  tooShort: (limit: number) =>
    fault('too_short', limit === 1 ? 'must not be empty.' : `must have at least ${counted(limit, 'character')}.`),
  tooLong: (limit: number) => fault('too_long', `must have at most ${counted(limit, 'character')}.`),
  tooSmall: (limit: number, exclusive = false) =>
    fault('too_small', `must be ${exclusive ? 'greater than' : 'at least'} ${limit}.`),
  tooLarge: (limit: number, exclusive = false) =>
    fault('too_large', `must be ${exclusive ? 'less than' : 'at most'} ${limit}.`),
  infinite: () => fault('too_large', 'is larger than a number can be.'),
  tooPrecise: (step: number) => {
    const places = decimalPlaces(step);
    return fault(
      'too_precise',
      places === null ? `must be a multiple of ${step}.` : `must have at most ${places} decimals.`,
    );
  },
  tooFew: (limit: number, thing: 'item' | 'member') => fault('too_few', `must have at least ${counted(limit, thing)}.`),
  tooMany: (limit: number, thing: 'item' | 'member') =>
    fault('too_many', `must have at most ${counted(limit, thing)}.`),
  notUnique: () => fault('not_unique', 'is in the list already.'),
  enum: (values: readonly unknown[]) => {
    const shown = values.slice(0, SHOWN_VALUES).map((value) => JSON.stringify(value));
    const rest = values.length > SHOWN_VALUES ? ', ...' : '';
    return fault('enum', shown.length === 1 ? `must be ${shown[0]}.` : `must be one of ${shown.join(', ')}${rest}.`);
  },
  format: (format: string) => fault('format', `must be ${FORMAT_NAMES[format] ?? `a text of the form ${format}`}.`),
  pattern: (pattern: string) => fault('format', `must match ${pattern}`),
  text: () => fault('text', 'must not hold a NUL character or half of a surrogate pair.'),
  invalid: () => fault('invalid', 'does not fit its schema.'),
};

function membersOf(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(' and ');
}

function withArticle(type: string): string {
  if (type === 'null') return type;
  return `${/^[aeio]/.test(type) ? 'an' : 'a'} ${type}`;
}
