/** A clock that a test controls: pass `clock.now` to the code under test. */
export interface Clock {
  readonly now: () => Date;
  /** Sets the time, ISO 8601. */
  set(instant: string): void;
  advance(by: {
    readonly days?: number;
    readonly hours?: number;
    readonly minutes?: number;
    readonly seconds?: number;
    readonly ms?: number;
  }): void;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Creates a stopped clock. Starts at the given time, by default at the current one. */
export function createClock(start?: string): Clock {
  let instantMs = start === undefined ? Date.now() : Date.parse(start);
  return {
    now: () => new Date(instantMs),
    set: (instant) => void (instantMs = Date.parse(instant)),
    advance: ({ days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0 }) =>
      void (instantMs += days * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS + ms),
  };
}
