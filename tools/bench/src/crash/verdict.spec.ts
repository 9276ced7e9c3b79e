import { describe, expect, it } from '@jest/globals';
import type { Api } from '../data/api.js';
import { judge } from './verdict.js';
import { INITIAL_STOCK, type Workload } from './workload.js';

const workload: Workload = {
  token: 't',
  path: '/w',
  depot: 'depot',
  counter: 'counter',
  each: 'wire-each',
  all: 'wire-all',
};
const loaded = { parts: ['p1', 'p2'], uses: 3, repeated: 0 };

interface Answers {
  readonly parts: Readonly<Record<string, number>>;
  readonly events: readonly string[];
  readonly runs: readonly string[];
}

/** An instance with the given answers, one row per page. */
function instance({ parts, events, runs }: Answers): Api {
  const lists: Readonly<Record<string, readonly unknown[]>> = {
    '/w/modules/inventory/records/part': Object.entries(parts).map(([id, stock]) => ({
      id,
      fields: { on_hand: stock },
    })),
    '/w/event-log': events.map((part, index) => ({ id: `e${String(index + 1)}`, payload: { partId: part } })),
    '/w/wires/wire-each/runs': runs.map((event) => ({ event_id: event, state: 'succeeded' })),
    '/w/wires/wire-all/runs': ['e1', 'e2'].map((event) => ({ event_id: event, state: 'succeeded' })),
  };
  const get = (path: string) => {
    const url = new URL(path, 'http://x');
    const rows = lists[url.pathname] ?? [];
    const at = Number(url.searchParams.get('cursor') ?? 0);
    return Promise.resolve({ data: rows.slice(at, at + 1), next_cursor: at + 1 < rows.length ? String(at + 1) : null });
  };
  return { get } as unknown as Api;
}

const whole: Answers = {
  parts: { p1: 1, p2: 1, depot: INITIAL_STOCK - 3, counter: 2 },
  events: ['p1', 'p2'],
  runs: ['e1', 'e2'],
};
const wrongIn = async (answers: Partial<Answers>) =>
  (await judge(instance({ ...whole, ...answers }), workload, loaded))
    .filter(({ wrong }) => wrong > 0)
    .map(({ title }) => title);

describe('the verdict of a crash run', () => {
  it('reports no fault if every acknowledged change had its effect once', async () => {
    expect(await wrongIn({})).toEqual([]);
  });

  it.each<[string, Partial<Answers>, string]>([
    [
      'a part that is gone',
      { parts: { p2: 1, depot: INITIAL_STOCK - 3, counter: 2 } },
      'acknowledged parts that are missing',
    ],
    ['a part that nobody made', { parts: { ...whole.parts, p3: 1 } }, 'parts without an event'],
    ['a missing event', { events: ['p1'] }, 'parts without their event'],
    ['an event told twice', { events: ['p1', 'p2', 'p2'] }, 'events too many'],
    [
      'a use done twice',
      { parts: { ...whole.parts, depot: INITIAL_STOCK - 4 } },
      'acknowledged uses lost or done twice',
    ],
    ['a wire that acted twice', { parts: { ...whole.parts, p1: 2 } }, 'parts whose wire did not act exactly once'],
    ['a counter behind', { parts: { ...whole.parts, counter: 1 } }, 'difference between the counter and the events'],
    ['a run too many', { runs: ['e1', 'e2', 'e2'] }, "events without exactly one succeeded run of the wire 'each'"],
    ['a run missing', { runs: ['e1'] }, "events without exactly one succeeded run of the wire 'each'"],
  ])('reports %s', async (_, answers, title) => {
    expect(await wrongIn(answers)).toContain(title);
  });
});
