import { describe, expect, it } from '@jest/globals';
import { machinesOf, queueOf } from './machines.js';
import type { WallList } from './shown-display.js';

const listOf = (
  part: WallList['part'],
  records: readonly (readonly [id: string, machine?: unknown])[],
  more = 0,
): WallList => ({
  ...{ part, kind: `shop:${part}`, title: part, fields: [] },
  machine: part === 'machines' ? null : 'saw',
  records: records.map(([id, saw]) => ({
    id,
    kind: `shop:${part}`,
    title: id,
    fields: saw === undefined ? {} : { saw },
  })),
  total: records.length + more,
});
const titles = (jobs: readonly { readonly record: { readonly title: string } }[]) =>
  jobs.map(({ record }) => record.title);

const lists = [
  listOf('machines', [['left'], ['right']]),
  listOf('now', [['bracket', { id: 'left', kind: 'shop:machines', title: 'Left' }]]),
  listOf('next', [['lid', { id: 'left' }], ['knob'], ['hook', 'right'], ['gear']], 3),
];

describe('machines on a wall', () => {
  it('have the jobs that name them, expanded or by id', () => {
    const shown = machinesOf(lists).map(({ record, now, next }) => [record.id, titles(now), titles(next)]);
    expect(shown).toEqual([
      ['left', ['bracket'], ['lid']],
      ['right', [], ['hook']],
    ]);
  });

  it('leave the jobs without a machine to the queue, which counts those that were left out', () => {
    const { jobs, total } = queueOf(lists);
    expect(titles(jobs)).toEqual(['knob', 'gear']);
    expect(total).toBe(5);
  });
});
