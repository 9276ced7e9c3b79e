import { describe, expect, it } from '@jest/globals';
import type { Api } from '../data/api.js';
import { judgeFarm } from './judge-farm.js';
import { GRAMS_PER_SPOOL, type Farm } from './prepare-farm.js';
import type { Print } from './run-machine.js';

const farm: Farm = {
  origin: '',
  token: '',
  path: '/w',
  filament: 'pla',
  machines: [{ id: 'm', name: 'Printer 1', spool: 's', webhook: null }],
};
const prints: readonly Print[] = [
  { job: 'one', machine: 'm', state: 'completed', usedG: 30 },
  { job: 'two', machine: 'm', state: 'failed', usedG: 12.5 },
];
const ended = (jobId: string, state: string) => ({ name: `digifab.print.${state}`, payload: { jobId } });
const posted = (job: string, grams: number) => ({
  id: job,
  fields: { cause_key: `digifab:job:${job}:1:0`, qty_delta: -grams },
});

interface Told {
  readonly ends: readonly object[];
  readonly ledger: readonly object[];
  readonly left: number;
  readonly onHand?: number;
  readonly status?: string;
}

async function wrongOf({ ends, ledger, left, onHand = left, status = 'idle' }: Told): Promise<readonly number[]> {
  const answers: readonly (readonly [string, readonly object[]])[] = [
    ['/event-log?name=digifab.print.', ends],
    ['/records/movement', ledger],
    ['/records/stock_item', [{ id: 's', fields: { qty: left } }]],
    ['/records/machine', [{ id: 'm', fields: { status } }]],
    ['/records/reservation', []],
  ];
  const get = (path: string) => {
    if (path.endsWith('/part/pla')) return Promise.resolve({ id: 'pla', fields: { on_hand: onHand } });
    const name = /name=([a-z.]+)/.exec(path)?.[1];
    const rows = answers.find(([part]) => path.includes(part))?.[1] ?? [];
    const data = name === undefined ? rows : rows.filter((row) => (row as { name: string }).name === name);
    return Promise.resolve({ data, next_cursor: null });
  };
  return (await judgeFarm({ get } as unknown as Api, farm, prints)).map(({ wrong }) => wrong);
}

describe('the verdict of a farm run', () => {
  const ends = [ended('one', 'completed'), ended('two', 'failed')];
  const ledger = [posted('one', 30), posted('two', 12.5)];
  const left = GRAMS_PER_SPOOL - 42.5;

  it('reports no fault if every print ended and was posted once, as its machine recorded it', async () => {
    expect(await wrongOf({ ends, ledger, left })).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('reports an end that is missing, repeated, wrong, or of an unknown print', async () => {
    expect((await wrongOf({ ends: ends.slice(1), ledger, left })).slice(0, 3)).toEqual([1, 1, 0]);
    expect((await wrongOf({ ends: [...ends, ...ends], ledger, left })).slice(0, 3)).toEqual([2, 0, 0]);
    expect((await wrongOf({ ends: [ended('one', 'failed'), ended('two', 'failed')], ledger, left }))[1]).toBe(1);
    expect((await wrongOf({ ends: [...ends, ended('three', 'completed')], ledger, left }))[2]).toBe(1);
  });

  it('reports filament that was posted never, wrongly or twice or does not add up, and a machine that is not free', async () => {
    expect((await wrongOf({ ends, ledger: ledger.slice(1), left })).slice(3, 6)).toEqual([1, 0, 30_000]);
    expect((await wrongOf({ ends, ledger: [posted('one', 31), posted('two', 12.5)], left }))[3]).toBe(1);
    expect((await wrongOf({ ends, ledger: [...ledger, posted('three', 1)], left })).slice(3, 6)).toEqual([0, 1, 1_000]);
    expect((await wrongOf({ ends, ledger, left, onHand: left + 1 }))[5]).toBe(1_000);
    expect((await wrongOf({ ends, ledger, left, status: 'printing' }))[6]).toBe(1);
  });
});
