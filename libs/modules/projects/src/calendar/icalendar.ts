/** Octets of a line without its end, by RFC 5545, 3.1. */
const MAX_OCTETS = 75;
const LINE_END = '\r\n';

export interface CalendarEntry {
  /** Globally unique and stable. */
  readonly uid: string;
  readonly at: Date;
  readonly summary: string;
  readonly description?: string | undefined;
  readonly categories?: readonly string[];
  /** 1 is highest, 9 lowest, 0 undefined. */
  readonly priority?: number | undefined;
  readonly sequence: number;
  readonly changedAt: Date;
}

export interface Calendar {
  readonly name: string;
  readonly entries: readonly CalendarEntry[];
}

/** The calendar in the format of RFC 5545. */
export function icalendar({ name, entries }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Cubit//Projects//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    ...entries.flatMap(entryLines),
    'END:VCALENDAR',
  ];
  return lines.map((line) => folded(line) + LINE_END).join('');
}

function entryLines({ uid, at, summary, description, categories = [], ...entry }: CalendarEntry): readonly string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utc(entry.changedAt)}`,
    `DTSTART:${utc(at)}`,
    `SUMMARY:${escaped(summary)}`,
    ...(description === undefined ? [] : [`DESCRIPTION:${escaped(description)}`]),
    ...(categories.length === 0 ? [] : [`CATEGORIES:${categories.map(escaped).join(',')}`]),
    ...(entry.priority === undefined ? [] : [`PRIORITY:${entry.priority}`]),
    `SEQUENCE:${entry.sequence}`,
    `LAST-MODIFIED:${utc(entry.changedAt)}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

function utc(instant: Date): string {
  return instant.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

/** TEXT of RFC 5545, 3.3.11. Control characters are removed. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '');
}

/** Lines are folded by octets, but never within a character. */
function folded(line: string): string {
  let result = '';
  let octets = 0;
  for (const character of line) {
    const size = octetsOf(character);
    if (octets + size > MAX_OCTETS) {
      result += `${LINE_END} `;
      octets = 1;
    }
    result += character;
    octets += size;
  }
  return result;
}

/** In UTF-8. */
function octetsOf(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x1_00_00 ? 3 : 4;
}
