/** A day as `2026-01-31`, in the time of this device. */
export type Day = string;

export function dayOf(date: Date): Day {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export function dateOf(day: Day): Date {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

export function addDays(day: Day, days: number): Day {
  const date = dateOf(day);
  date.setDate(date.getDate() + days);
  return dayOf(date);
}

/** The same day of another month, or its last one. */
export function addMonths(day: Day, months: number): Day {
  const date = dateOf(day);
  const last = new Date(date.getFullYear(), date.getMonth() + months + 1, 0).getDate();
  return dayOf(new Date(date.getFullYear(), date.getMonth() + months, Math.min(date.getDate(), last)));
}

export type Span = 'month' | 'week';

/** The days that a calendar shows: whole weeks from Monday. */
export function daysOf(day: Day, span: Span): readonly Day[] {
  const start = span === 'week' ? monday(day) : monday(`${day.slice(0, 8)}01`);
  if (span === 'week') return Array.from({ length: 7 }, (_, index) => addDays(start, index));
  const next = addMonths(`${day.slice(0, 8)}01`, 1);
  const days: Day[] = [];
  for (let each = start; each < next || days.length % 7 !== 0; each = addDays(each, 1)) days.push(each);
  return days;
}

function monday(day: Day): Day {
  return addDays(day, -((dateOf(day).getDay() + 6) % 7));
}

/** The day of a value of a record: a day as it is, a time in the time of this device. */
export function dayOfValue(value: unknown): Day | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return value;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : dayOf(date);
}
