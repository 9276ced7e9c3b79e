import { describe, expect, it } from '@jest/globals';
import { initialsOf, tintOf } from './initials.js';
import { relativeTime } from './relative-time.js';

const now = new Date('2026-03-10T12:00:00Z');
const relative = (at: string) => relativeTime(new Date(at), now, 'en');

describe('relativeTime', () => {
  it('names the largest whole unit', () => {
    expect(relative('2026-03-10T11:59:40Z')).toBe('now');
    expect(relative('2026-03-10T09:30:00Z')).toBe('2 hours ago');
    expect(relative('2026-03-11T13:00:00Z')).toBe('tomorrow');
    expect(relative('2024-01-10T12:00:00Z')).toBe('2 years ago');
  });
});

describe('initialsOf', () => {
  it('takes the first and the last word', () => {
    expect(initialsOf('Ada King Lovelace')).toBe('AL');
    expect(initialsOf('ada@example.org')).toBe('A');
    expect(initialsOf('')).toBe('?');
  });
});

describe('tintOf', () => {
  it('is one of eight and stays the same', () => {
    expect(tintOf('ada')).toBe(tintOf('ada'));
    expect(tintOf('grace')).toBeGreaterThanOrEqual(1);
    expect(tintOf('grace')).toBeLessThanOrEqual(8);
  });
});
