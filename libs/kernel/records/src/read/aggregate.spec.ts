import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, shop, type TestClient, type TestServer, type TestWorkspace } from '@cubit/testing';

interface Group {
  readonly group: Readonly<Record<string, unknown>>;
  readonly titles: Readonly<Record<string, unknown>>;
  readonly values: Readonly<Record<string, unknown>>;
}
interface Groups {
  readonly groups: readonly Group[];
  readonly group_count: number;
}

let server: TestServer;
let workspace: TestWorkspace;
let member: TestClient;
let shelves: readonly string[];

beforeAll(async () => {
  server = await createTestServer({ modules: [shop] });
  workspace = await server.workspace();
  const person = await workspace.member();
  member = server.as(person);
  const keepers = [[person.id], [person.id], []];
  const made = await create(
    'shelf',
    ['Left', 'Right', 'Top'].map((name, index) => ({ fields: { name, keepers: keepers[index] } })),
  );
  shelves = made;
  await create(
    'item',
    Array.from({ length: 12 }, (_, index) => ({
      fields: {
        name: `Item ${index}`,
        qty: index + 0.1,
        ...(index < 8 ? { shelf: shelves[index % 2] } : {}),
        ...(index < 10 ? { price: { amount: `${index}.1`, currency: index % 2 === 0 ? 'EUR' : 'USD' } } : {}),
        bought_on: index < 6 ? `2026-02-0${index + 1}` : '2026-03-31',
        seen_at: `2025-12-29T0${index % 3}:59:59Z`,
      },
      tags: index === 0 ? ['smd', 'round'] : index < 3 ? ['smd'] : [],
    })),
  );
});
afterAll(() => server.close());

async function create(kind: string, records: readonly object[]): Promise<readonly string[]> {
  const operations = records.map((record) => ({ op: 'create', ...record }));
  const { body, status, text } = await member.post<{ results: readonly { record: { id: string } }[] }>(
    `${workspace.path}/modules/shop/records/${kind}/batch`,
    { operations },
  );
  if (status !== 200) throw new Error(text);
  return body.results.map(({ record }) => record.id);
}

const path = (query: string, kind = 'item') => `${workspace.path}/modules/shop/records/${kind}/aggregate?${query}`;

async function groups(query: string, kind?: string): Promise<readonly Group[]> {
  const { status, body, text } = await member.get<Groups>(path(query, kind));
  if (status !== 200) throw new Error(text);
  expect(body.group_count).toBe(body.groups.length);
  return body.groups;
}

const counts = (data: readonly Group[]) => data.map(({ group, values }) => [...Object.values(group), values['count']]);

describe('records in groups', () => {
  it('are one group without keys, also if there are none', async () => {
    expect(await groups('')).toEqual([{ group: {}, titles: {}, values: { count: 12 } }]);
    expect(await groups(`measures=count,sum:qty&filter=${encodeURIComponent('qty > 99')}`)).toEqual([
      { group: {}, titles: {}, values: { count: 0, 'sum:qty': null } },
    ]);
  });

  it('are counted by a reference, with its titles, and records without one last', async () => {
    const data = await groups('group_by=shelf');
    expect(new Set(data.slice(0, 2).map(({ group, titles }) => [group['shelf'], titles['shelf']].join()))).toEqual(
      new Set([`${shelves[0]},Left`, `${shelves[1]},Right`]),
    );
    expect(data.map(({ values }) => values['count'])).toEqual([4, 4, 4]);
    expect(data[2]).toMatchObject({ group: { shelf: null }, titles: { shelf: null } });
  });

  it('are in the group of each person and of each tag that they have', async () => {
    const people = await groups('group_by=keepers', 'shelf');
    expect(people.map(({ values, titles }) => [typeof titles['keepers'], values['count']])).toEqual([
      ['string', 2],
      ['object', 1],
    ]);
    expect(counts(await groups('group_by=tags'))).toEqual([
      ['round', 1],
      ['smd', 3],
      [null, 9],
    ]);
  });

  it('are grouped by periods of dates and times', async () => {
    expect(counts(await groups('group_by=bought_on:month'))).toEqual([
      ['2026-02-01', 6],
      ['2026-03-01', 6],
    ]);
    // 1 February 2026 is a Sunday.
    expect(counts(await groups('group_by=bought_on:week'))).toEqual([
      ['2026-01-26', 1],
      ['2026-02-02', 5],
      ['2026-03-30', 6],
    ]);
    expect(counts(await groups('group_by=seen_at:hour'))).toEqual([
      ['2025-12-29T00:00:00.000Z', 4],
      ['2025-12-29T01:00:00.000Z', 4],
      ['2025-12-29T02:00:00.000Z', 4],
    ]);
    const today = new Date().getUTCFullYear();
    expect(counts(await groups('group_by=created_at:year'))).toEqual([[`${today}-01-01`, 12]]);
  });

  it('are grouped by two keys, enums in their declared order', async () => {
    const [first] = await groups('filter=' + encodeURIComponent('name == "Item 0"'));
    expect(first?.values['count']).toBe(1);
    const { body } = await member.get<{ data: readonly { id: string }[] }>(
      `${workspace.path}/modules/shop/records/item?limit=1&sort=-name`,
    );
    await member.patch(`${workspace.path}/modules/shop/records/item/${body.data[0]?.id}`, {
      fields: { state: 'gone' },
    });
    expect(counts(await groups('group_by=state'))).toEqual([
      ['new', 11],
      ['gone', 1],
    ]);
    expect(counts(await groups('group_by=bought_on:month,state'))).toEqual([
      ['2026-02-01', 'new', 6],
      ['2026-03-01', 'new', 5],
      ['2026-03-01', 'gone', 1],
    ]);
  });

  it('have sums and averages, exact, with money apart by currency', async () => {
    const [all] = await groups('measures=sum:qty,avg:qty,min:qty,max:bought_on,sum:price,avg:price,max:price');
    expect(all?.values).toEqual({
      'sum:qty': 67.2,
      'avg:qty': 5.6,
      'min:qty': 0.1,
      'max:bought_on': '2026-03-31',
      'sum:price': [
        { amount: '20.5000', currency: 'EUR' },
        { amount: '25.5000', currency: 'USD' },
      ],
      'avg:price': [
        { amount: '4.1000', currency: 'EUR' },
        { amount: '5.1000', currency: 'USD' },
      ],
      'max:price': [
        { amount: '8.1000', currency: 'EUR' },
        { amount: '9.1000', currency: 'USD' },
      ],
    });
  });

  it('are filtered as lists are', async () => {
    expect(counts(await groups(`group_by=shelf&filter=${encodeURIComponent('qty < 1 && "smd" in tags')}`))).toEqual([
      [shelves[0], 1],
    ]);
    const wrong = await member.get<{ error: { code: string } }>(path('filter=wrong'));
    expect([wrong.status, wrong.body.error.code]).toEqual([400, 'invalid_filter']);
  });

  it('are at most 200: those with most records, and their full number', async () => {
    const names = [...Array.from({ length: 230 }, (_, index) => `One ${index}`), ...Array<string>(3).fill('Zebra')];
    await create(
      'item',
      names.map((origin, index) => ({ fields: { name: `Many ${index}`, origin } })),
    );
    const { body } = await member.get<Groups>(path('group_by=origin'));
    expect([body.groups.length, body.group_count]).toEqual([200, 232]);
    expect(body.groups.at(-2)).toMatchObject({ group: { origin: 'Zebra' }, values: { count: 3 } });

    const first = await member.get<Groups>(path('group_by=origin&sort=origin'));
    expect([first.body.groups.length, first.body.group_count]).toEqual([200, 232]);
    expect(first.body.groups[0]).toMatchObject({ group: { origin: null }, values: { count: 12 } });
    const sorted = names.toSorted();
    expect(first.body.groups.slice(1).map(({ group }) => group['origin'])).toEqual(sorted.slice(0, 199));
    const last = await member.get<Groups>(path('group_by=origin&sort=-origin'));
    expect(counts(last.body.groups.slice(0, 2))).toEqual([
      ['Zebra', 3],
      ['One 99', 1],
    ]);
  });

  it('are in the order of a list that is sorted by a key', async () => {
    const filter = encodeURIComponent('has(seen_at)');
    const sorted = async (query: string) => counts(await groups(`${query}&filter=${filter}`));
    expect(await sorted('group_by=tags&sort=tags')).toEqual([
      [null, 9],
      ['round', 1],
      ['smd', 3],
    ]);
    expect(await sorted('group_by=bought_on:month&sort=-bought_on:month')).toEqual([
      ['2026-03-01', 6],
      ['2026-02-01', 6],
    ]);
    expect((await sorted('group_by=bought_on:month,state&sort=-state')).map(([, state]) => state)).toEqual([
      'new',
      'new',
      'gone',
    ]);
  });

  it.each([
    ['group_by=color', 'query:group_by', "no field 'color'"],
    ['group_by=details', 'query:group_by', 'cannot be grouped by'],
    ['group_by=price', 'query:group_by', 'cannot be grouped by'],
    ['group_by=state:week', 'query:group_by', 'it is not a time'],
    ['group_by=created_at', 'query:group_by', 'created_at:week'],
    ['group_by=bought_on:hour', 'query:group_by', 'bought_on:day'],
    ['group_by=state,shelf,qty', 'query:group_by', 'at most 2'],
    ['group_by=state,state', 'query:group_by', 'named twice'],
    ['measures=total', 'query:measures', "'total' is not count"],
    ['measures=sum:name', 'query:measures', "no number, amount of money or time 'name'"],
    ['measures=avg:seen_at', 'query:measures', 'min and max alone'],
    ['measures=count,count', 'query:measures', 'named twice'],
    ['group_by=state&sort=name', 'query:sort', "'name' is not a key"],
    ["group_by=state') --", 'query:group_by', 'no field'],
  ])('are refused for %s, with the parameter', async (query, at, message) => {
    const { status, body } = await member.get<{
      error: { code: string; details: { path: string; message: string }[] };
    }>(path(encodeURI(query)));
    expect([status, body.error.code, body.error.details[0]?.path]).toEqual([422, 'validation_failed', at]);
    expect(body.error.details[0]?.message).toContain(message);
  });

  it('are those of the workspace alone', async () => {
    const other = await server.workspace();
    const stranger = server.as(await other.viewer());
    const { body } = await stranger.get<Groups>(`${other.path}/modules/shop/records/item/aggregate`);
    expect(body.groups[0]?.values).toEqual({ count: 0 });
  });
});
