import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SEED } from '@cubit/testing';
import { icalendar, type CalendarEntry } from './icalendar.js';

const entry: CalendarEntry = {
  uid: 'task@workspace',
  at: new Date('2026-03-01T09:00:00Z'),
  summary: 'Felt',
  sequence: 2,
  changedAt: new Date('2026-02-01T10:11:12.345Z'),
};
const linesOf = (changes: Partial<CalendarEntry>) =>
  icalendar({ name: 'Workshop', entries: [{ ...entry, ...changes }] }).split('\r\n');
/** Unfolds lines (RFC 5545, 3.1): a line that begins with a space continues the line before. */
const unfolded = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');
const unescaped = (value: string) =>
  value.replaceAll(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character));

describe('a calendar', () => {
  it('is an iCalendar document, line by line', () => {
    expect(linesOf({ categories: ['a', 'b,c'], priority: 3, description: 'Two\nlines; one, comma' })).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Cubit//Projects//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'X-WR-CALNAME:Workshop',
      'BEGIN:VEVENT',
      'UID:task@workspace',
      'DTSTAMP:20260201T101112Z',
      'DTSTART:20260301T090000Z',
      'SUMMARY:Felt',
      'DESCRIPTION:Two\\nlines\\; one\\, comma',
      'CATEGORIES:a,b\\,c',
      'PRIORITY:3',
      'SEQUENCE:2',
      'LAST-MODIFIED:20260201T101112Z',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  it('has no line of more than 75 octets, and preserves every text', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', ' ', ',', ';', '\\', '\n', 'ß', '漢', '🪚', ':'),
      maxLength: 400,
    });
    fc.assert(
      fc.property(text, (summary) => {
        const lines = linesOf({ summary });
        expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
        expect(lines.join('')).not.toContain('\uFFFD');
        const found = unfolded(lines.join('\r\n')).find((line) => line.startsWith('SUMMARY:'));
        expect(unescaped(found?.slice('SUMMARY:'.length) ?? '')).toBe(summary);
      }),
      { seed: SEED },
    );
  });

  it('escapes texts so that none ends its line', () => {
    const lines = linesOf({ summary: 'a\r\nEND:VEVENT\rBEGIN:VALARM\u0007' });
    expect(lines).toContain('SUMMARY:a\\nEND:VEVENT\\nBEGIN:VALARM');
    expect(lines.filter((line) => line === 'END:VEVENT')).toHaveLength(1);
  });
});
