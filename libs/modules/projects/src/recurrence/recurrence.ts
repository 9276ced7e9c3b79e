import { RRuleTemporal } from 'rrule-temporal';

/** Supported parts of a recurrence rule. The time of day is that of the due time, so tasks recur at most daily. */
const PARTS =
  /^(FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)|(INTERVAL|COUNT)=[1-9]\d{0,3}|UNTIL=\d{8}(T\d{6}Z?)?|WKST=[A-Z]{2}|BY(DAY|MONTHDAY|MONTH|YEARDAY|WEEKNO|SETPOS)=[-+0-9A-Z,]{1,200})$/;
const COUNT = /(?:^|;)COUNT=(\d+)/;
/** Bounds the search, so that a rule without occurrences (30 February) ends within a fraction of a second. */
const MAX_ITERATIONS = 5_000;

export interface Recurrence {
  /** RRULE of RFC 5545, without its name. */
  readonly rule: string;
  /** The occurrence from which the next is computed. */
  readonly from: Date;
  readonly timeZone: string;
}

export interface Occurrence {
  readonly at: Date;
  /** The rule of the next task, with COUNT reduced by past occurrences. */
  readonly rule: string;
}

/** Null if the rule is valid, otherwise a message. */
export function recurrenceFault(recurrence: Recurrence): string | null {
  const parts = recurrence.rule.split(';');
  const odd = parts.find((part) => !PARTS.test(part));
  if (odd !== undefined) return `'${odd}' is not a supported part of a recurrence rule.`;
  const names = parts.map((part) => part.slice(0, part.indexOf('=')));
  if (new Set(names).size < names.length) return 'A part of the recurrence rule is repeated.';
  try {
    ruleOf(recurrence).next(recurrence.from);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The first occurrence after an instant; null if there is none. Times of day that a clock change skips are skipped. */
export function nextOccurrence(recurrence: Recurrence, after: Date): Occurrence | null {
  const { rule, from } = recurrence;
  const series = ruleOf(recurrence);
  const next = series.next(after > from ? after : from);
  if (next === null) return null;
  const at = new Date(next.epochMilliseconds);
  const count = COUNT.exec(rule)?.[1];
  if (count === undefined) return { at, rule };
  // The completed task is the first of the series, whether or not it matches the rule.
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
