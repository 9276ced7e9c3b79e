import { describe, expect, it } from '@jest/globals';
import { isOverdue, nextNotice } from './due.js';

const now = new Date('2026-03-10T12:00:00Z');
const instant = { now, soonMs: 24 * 3_600_000 };
const due = (dueAt: string | undefined, others: object = {}) => ({
  dueAt,
  isOpen: true,
  notice: 'none' as const,
  ...others,
});

describe('the next notice of a due time', () => {
  it('is none if the due time is far off or missing', () => {
    expect(nextNotice(due('2026-03-11T12:00:00.001Z'), instant)).toBeNull();
    expect(nextNotice(due(undefined), instant)).toBeNull();
  });

  it('is `soon`, once', () => {
    expect(nextNotice(due('2026-03-11T12:00:00Z'), instant)).toBe('soon');
    expect(nextNotice(due('2026-03-11T12:00:00Z', { notice: 'soon' }), instant)).toBeNull();
  });

  it('is `overdue`, once, with or without an earlier `soon`', () => {
    expect(nextNotice(due('2026-03-10T12:00:00Z'), instant)).toBe('overdue');
    expect(nextNotice(due('2026-03-10T12:00:00Z', { notice: 'soon' }), instant)).toBe('overdue');
    expect(nextNotice(due('2026-03-10T12:00:00Z', { notice: 'overdue' }), instant)).toBeNull();
  });

  it('is none for a closed task', () => {
    expect(nextNotice(due('2026-03-10T12:00:00Z', { isOpen: false }), instant)).toBeNull();
    expect(isOverdue({ dueAt: '2026-03-01T00:00:00Z', isOpen: false }, now)).toBe(false);
  });
});
