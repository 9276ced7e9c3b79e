import { describe, expect, it } from '@jest/globals';
import { isMet, type Condition } from './condition.js';

const fields = { qty: 4, status: 'ok', ready: true };

describe('a condition', () => {
  it.each<[Condition, boolean]>([
    [{ field: 'qty', op: '>=', value: 4 }, true],
    [{ field: 'qty', op: '>', value: 4 }, false],
    [{ field: 'qty', op: '<=', value: 4 }, true],
    [{ field: 'qty', op: '<', value: 5 }, true],
    [{ field: 'qty', op: '==', value: 4 }, true],
    [{ field: 'qty', op: '!=', value: 4 }, false],
    [{ field: 'status', op: '==', value: 'ok' }, true],
    [{ field: 'status', op: '<', value: 'p' }, true],
    [{ field: 'ready', op: '==', value: true }, true],
    [{ field: 'absent', op: '==', value: null }, true],
    [{ field: 'absent', op: '>=', value: 0 }, false],
    [{ field: 'qty', op: '>', value: '3' }, false],
    [{ field: 'ready', op: '<', value: 2 }, false],
  ])('compares %j', (condition, expected) => {
    expect(isMet(condition, { fields })).toBe(expected);
  });

  it('on an event is met by that event only; a missing condition is always met', () => {
    const opened = { event: 'warehouse.crate.opened' };
    expect(isMet(opened, { fields, ...opened })).toBe(true);
    expect(isMet(opened, { fields, event: 'warehouse.crate.closed' })).toBe(false);
    expect(isMet(opened, { fields })).toBe(false);
    expect(isMet(undefined, { fields })).toBe(true);
  });
});
