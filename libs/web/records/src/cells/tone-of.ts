import type { Bound, Comparison, FieldHints, HintValue, Tone } from '@cubit/web-contract';

type RecordValues = Readonly<Record<string, unknown>>;

/** The most urgent first. */
const URGENCY: readonly Tone[] = ['bad', 'warn', 'info', 'ok'];

/** The tone that the hints of a field give its value in a record. */
export function toneOf({ tone }: FieldHints, value: unknown, fields: RecordValues): Tone | undefined {
  if (!tone) return undefined;
  return URGENCY.find((name) => {
    const comparison = tone[name];
    return comparison !== undefined && holds(comparison, value, fields);
  });
}

export function holds(comparison: Comparison, value: unknown, fields: RecordValues): boolean {
  if ('is' in comparison) return (value ?? null) === comparison.is;
  if ('in' in comparison) return comparison.in.includes(value as HintValue);
  if ('has' in comparison) return Array.isArray(value) && value.includes(comparison.has);
  const below = 'below' in comparison;
  const limit = numberOf(boundOf(below ? comparison.below : comparison.above, fields));
  const number = numberOf(value);
  if (number === undefined || limit === undefined) return false;
  return below ? number < limit : number > limit;
}

/** Whether the hints of a field hide its value in a record. A record without what they read hides nothing. */
export function isHidden({ visible }: FieldHints, fields: RecordValues): boolean {
  return visible !== undefined && visible.field in fields && !holds(visible, fields[visible.field], fields);
}

/** The part that a value is of a whole, from 0; undefined without a whole above 0, or in another currency. */
export function shareOf(value: unknown, of: Bound, fields: RecordValues): number | undefined {
  const whole = boundOf(of, fields);
  const [part, all] = [numberOf(value), numberOf(whole)];
  if (part === undefined || all === undefined || all <= 0 || currencyOf(value) !== currencyOf(whole)) return undefined;
  return part / all;
}

const currencyOf = (value: unknown) =>
  typeof value === 'object' && value !== null && 'currency' in value ? value.currency : undefined;

function boundOf(bound: Bound, fields: RecordValues): unknown {
  return typeof bound === 'string' ? fields[bound] : bound;
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'object' && value !== null && 'amount' in value) return Number(value.amount);
  if (typeof value !== 'string' || value === '') return undefined;
  const number = Number(value);
  if (!Number.isNaN(number)) return number;
  const time = Date.parse(value);
  return Number.isNaN(time) ? undefined : time;
}
