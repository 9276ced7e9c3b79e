import { describe, expect, it } from '@jest/globals';
import { writeDates } from './dates-in-text.js';

const marked = (text: string) => writeDates(text, (date, isDay) => (isDay ? `<${date}>` : `[${date}]`));

describe('the dates in a text', () => {
  it.each([
    ['Drill was due back on 2026-03-05T17:00:00.000Z.', 'Drill was due back on [2026-03-05T17:00:00.000Z].'],
    ['From 2026-03-05T17:00Z to 2026-03-06T08:00:00+01:00', 'From [2026-03-05T17:00Z] to [2026-03-06T08:00:00+01:00]'],
    ['It was expected on 2026-03-05: late', 'It was expected on <2026-03-05>: late'],
    ['(2026-03-05, 2026-03-06)', '(<2026-03-05>, <2026-03-06>)'],
  ])('are written as the reader has them: %s', (text, expected) => expect(marked(text)).toBe(expected));

  it.each([
    'backup-2026-03-05.zip',
    '/reports/2026-03-05/day.pdf',
    'PO-2026-03-05',
    'Lot 2026-03-05-7',
    '2026-02-30',
    '2026-13-01',
    '2026-03-05T17:00',
    '2026-03-05T25:00:00Z',
    '12026-03-05',
  ])('are not what only looks like one: %s', (text) => expect(marked(text)).toBe(text));
});
