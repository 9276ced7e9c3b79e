import { validate, version } from 'uuid';
import { describe, expect, it } from '@jest/globals';
import { createIdSource } from './id-source.js';

const NOW = Date.UTC(2026, 0, 31);
const timeOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

describe('ids', () => {
  it('are UUIDs of version 7 that contain their time', () => {
    const id = createIdSource(() => NOW)();

    expect([validate(id), version(id), timeOf(id)]).toEqual([true, 7, NOW]);
  });

  it('sort in the order in which they were requested, and are unique', () => {
    let now = NOW;
    const newId = createIdSource(() => now);
    const ids = Array.from({ length: 5_000 }, (_, index) => {
      if (index % 700 === 0) now += 1;
      // The clock goes back by an hour.
      if (index === 3_000) now -= 3_600_000;
      return newId();
    });

    expect(ids.toSorted()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('cannot be predicted from those of another source', () => {
    const [one, other] = [createIdSource(() => NOW)(), createIdSource(() => NOW)()];

    expect(one.slice(14)).not.toBe(other.slice(14));
  });
});
