import pg from 'pg';

/** `2026-01-02 03:04:05.678+00`: the usual format, in a session with the time zone UTC. */
const LONGEST_USUAL = '2026-01-02 03:04:05.678901+00'.length;
const YEAR_END = 4;
const DATE_END = 10;
const ZONE = '+00';

const parseAny = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date;

/**
 * Parses a timestamp in the format of PostgreSQL. A list has a hundred of them, and the JavaScript engine's parser
 * takes half the time of the driver's.
 */
export function parseTimestamp(text: string): Date {
  if (text.length > LONGEST_USUAL || text[YEAR_END] !== '-' || !text.endsWith(ZONE)) return parseAny(text);
  return new Date(`${text.slice(0, DATE_END)}T${text.slice(DATE_END + 1, -ZONE.length)}Z`);
}
