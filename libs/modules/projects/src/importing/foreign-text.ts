import type { StateGroup } from './task-dataset.js';

/** Limits of the API, in code points. */
const TITLE_LENGTH = 500;
const TEXT_LENGTH = 20_000;
const TAG_LENGTH = 100;
/** How programs write that there is no date. */
const NO_YEAR = '0001-';

/** An instant as the API takes it; undefined for none. */
export function instant(text: unknown): string | undefined {
  if (typeof text !== 'string' || text === '' || text.startsWith(NO_YEAR)) return undefined;
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** The day of an instant in the time zone; without one that is known, the day that is written. */
export function day(text: unknown, timeZone = ''): string | undefined {
  const at = instant(text);
  if (at === undefined) return undefined;
  const format = formatIn(timeZone);
  if (format) return format.format(new Date(at));
  return /^\d{4}-\d{2}-\d{2}/.exec(String(text as string))?.[0] ?? at.slice(0, '2026-01-31'.length);
}

/** Formats days as `2026-01-31`; null for a zone that is not known. */
function formatIn(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone });
  } catch {
    // The constructor is what tells whether a zone is known; aliases are in no list.
    return null;
  }
}

export function title(text: string): string {
  return cut(text.replaceAll(/\s+/g, ' ').trim() || 'Untitled', TITLE_LENGTH);
}

/** Undefined where nothing is said. */
export function longText(text: string | null | undefined): string | undefined {
  const trimmed = (text ?? '').replaceAll('\r\n', '\n').replaceAll('\0', '').trim();
  return trimmed === '' ? undefined : cut(trimmed, TEXT_LENGTH);
}

export function tags(names: readonly string[]): readonly string[] {
  const cleaned = names.map((name) => cut(name.replaceAll(/\s+/g, ' ').trim(), TAG_LENGTH).trim());
  return [...new Set(cleaned.filter((name) => name !== ''))];
}

/** A comment that says itself who wrote it and when: its author is no member here. */
export function comment(body: string, { author, at }: { readonly author?: string; readonly at?: unknown }): string {
  const origin = [
    ...(author === undefined ? [] : [`**${author}**`]),
    ...(day(at) === undefined ? [] : [String(day(at))]),
  ];
  const whole = origin.length === 0 ? body : `${origin.join(', ')}:\n\n${body}`;
  return longText(whole) ?? '…';
}

/** What a column is called says what the cards in it are. */
export function groupOf(name: string): StateGroup {
  if (/done|complete|finish|closed|erledigt/i.test(name)) return 'completed';
  if (/backlog|idea|icebox/i.test(name)) return 'backlog';
  if (/progress|doing|started|review|testing/i.test(name)) return 'started';
  return 'unstarted';
}

function cut(text: string, length: number): string {
  const points = [...text];
  return points.length <= length ? text : `${points.slice(0, length - 1).join('')}…`;
}
