import { RRuleTemporal } from 'rrule-temporal';

/** Parts that recurrence understands. The time of day is that of the due time, so a task recurs daily at most. */
const PARTS =
  /^(FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)|(INTERVAL|COUNT)=[1-9]\d{0,3}|UNTIL=\d{8}(T\d{6}Z?)?|WKST=[A-Z]{2}|BY(DAY|MONTHDAY|MONTH|YEARDAY|WEEKNO|SETPOS)=[-+0-9A-Z,]{1,200})$/;
const COUNT = /(?:^|;)COUNT=(\d+)/;
/** Periods that are looked through: a rule that never holds (30 February) ends here, in a fraction of a second. */
const MAX_ITERATIONS = 5_000;

export interface Recurrence {
  /** RRULE of RFC 5545, without its name. */
  readonly rule: string;
  /** The occurrence that it is reckoned from. */
  readonly from: Date;
  readonly timeZone: string;
}

export interface Occurrence {
  readonly at: Date;
  /** What recurs from there: a count is less by those that are past. */
  readonly rule: string;
}

/** Null where the rule can be reckoned with, else what is wrong. */
export function recurrenceFault(recurrence: Recurrence): string | null {
  const parts = recurrence.rule.split(';');
  const odd = parts.find((part) => !PARTS.test(part));
  if (odd !== undefined) return `'${odd}' is no part of a recurrence that a task can have.`;
  const names = parts.map((part) => part.slice(0, part.indexOf('=')));
  if (new Set(names).size < names.length) return 'A part is there twice.';
  try {
    ruleOf(recurrence).next(recurrence.from);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The first occurrence after an instant; null when there is none left. A time of day that a change of clocks leaves out is left out. */
export function nextOccurrence(recurrence: Recurrence, after: Date): Occurrence | null {
  const { rule, from } = recurrence;
  const series = ruleOf(recurrence);
  const next = series.next(after > from ? after : from);
  if (next === null) return null;
  const at = new Date(next.epochMilliseconds);
  const count = COUNT.exec(rule)?.[1];
  if (count === undefined) return { at, rule };
  // The first of the series is the one that was completed, whether or not it fits the rule itself.
  const past = series.between(from, at, true).filter(({ epochMilliseconds }) => epochMilliseconds > from.getTime());
  return { at, rule: rule.replace(`COUNT=${count}`, `COUNT=${Number(count) - past.length}`) };
}

function ruleOf({ rule, from, timeZone }: Recurrence): RRuleTemporal {
  return new RRuleTemporal({
    rruleString: `RRULE:${rule}`,
    dtstart: { timeZoneId: timeZone, toString: () => `${from.toISOString()}[${timeZone}]` },
    includeDtstart: true,
    strict: true,
    maxIterations: MAX_ITERATIONS,
  });
}
