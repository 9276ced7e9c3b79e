import { describe, expect, it } from '@jest/globals';
import { readExact } from '@cubit/decimal';
import type { Part } from '../part/part.fields.js';
import { isDue, remainderOf, reservationTitle } from './open-reservation.js';

const now = new Date('2026-03-01T12:00:00Z');

describe('a reservation', () => {
  it('keeps the unused quantity while it is open', () => {
    const kept = (status: 'active' | 'partial' | 'released') => remainderOf({ status, qty: 0.3, consumed_qty: 0.1 });
    expect([kept('active'), kept('partial'), kept('released')]).toEqual([readExact(0.2), readExact(0.2), 0n]);
  });

  it('is due from expires_at on, while it is open', () => {
    const due = (status: 'active' | 'consumed', expires_at?: string) =>
      isDue({ status, ...(expires_at ? { expires_at } : {}) }, now);
    expect(due('active', '2026-03-01T12:00:00.000Z')).toBe(true);
    expect(due('active', '2026-03-01T12:00:00.001Z')).toBe(false);
    expect(due('consumed', '2026-01-01T00:00:00.000Z')).toBe(false);
    expect(due('active')).toBe(false);
  });
});

describe('the title of a reservation', () => {
  const fields = { qty: 40 };

  it('is its quantity, with the unit of its part', () => {
    expect(reservationTitle(fields, { fields: { unit: 'g' } as Part['fields'] })).toBe('40 g');
    expect(reservationTitle(fields)).toBe('40');
  });
});
