import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Type } from 'typebox';
import { createTestServer, type TestServer, type TestWorkspace } from '@cubit/testing';
import { computed, defineKind, defineModule, Field, rollup } from '@cubit/core';
import { convertHistory, type HistoryOfRecord, readWholeHistory } from '@cubit/records';

const TABLE = `create table record_history (
  workspace_id uuid not null, record_id uuid not null, version integer not null, kind text not null, operation text not null,
  at timestamptz not null, actor jsonb not null, cause jsonb, changes jsonb not null, primary key (workspace_id, record_id, version))`;
const CHANGES_PER_STEP = 3;

const line = Type.Object({ qty: Type.Integer() }, { additionalProperties: false });
const box = defineKind({
  id: 'shed:box',
  title: ['Box', 'Boxes'],
  titleField: 'name',
  fields: Type.Object({
    name: Field.text(),
    label: Type.Optional(Field.text()),
    lines: Type.Optional(Field.json(Type.Array(line))),
    sealed: Field.boolean({ default: true }),
    length: Type.Optional(computed(Field.integer())),
    things: rollup(Field.integer({ default: 0 })),
  }),
  beforeWrite(_context, drafts) {
    for (const draft of drafts) draft.fields = { ...draft.fields, length: draft.fields.name.length };
  },
});
const shed = defineModule({
  name: 'shed',
  version: '1.0.0',
  contract: '^1.0.0',
  title: 'Shed',
  description: 'For this spec.',
  kinds: [box],
});

interface Change {
  readonly path: string;
  readonly from: unknown;
  readonly to: unknown;
}
interface Entry {
  readonly version: number;
  readonly at: string;
  readonly operation: string;
  readonly actor: object;
  readonly cause: object | null;
  readonly changes: readonly Change[];
}
type Histories = ReadonlyMap<string, readonly Entry[]>;

let server: TestServer;
let workspace: TestWorkspace;
let ids: readonly string[];
const owner = () => server.as(workspace.owner);
const boxes = () => `${workspace.path}/modules/shed/records/box`;
const query = (text: string, values: unknown[] = []) => server.database.pool.query(text, values);
const pathsOf = (histories: Histories) =>
  new Map(
    [...histories].map(([id, entries]) => [
      id,
      entries.map((entry) => ({
        ...entry,
        changes: entry.changes.toSorted((one, other) => (one.path < other.path ? -1 : 1)),
      })),
    ]),
  );

async function historiesOf(those: readonly string[] = ids): Promise<Histories> {
  const pages = those.map(async (id) => {
    const { body } = await owner().get<{ data: Entry[] }>(`${boxes()}/${id}/history?limit=100`);
    return [id, body.data] as const;
  });
  return new Map(await Promise.all(pages));
}

/** The histories as an earlier version stored them, in place of what there is. */
async function storeAsBefore(histories: Histories): Promise<void> {
  await query(TABLE);
  await query('truncate record_change');
  await query(`delete from upgrade where id = 'kernel/history'`);
  for (const [id, entries] of histories)
    for (const { version, at, operation, actor, cause, changes } of entries)
      await query(
        `insert into record_history select w.id, $1, $2, 'shed:box', $3, $4, $5, $6, $7 from workspace w where w.id = $8`,
        [id, version, operation, at, actor, cause, JSON.stringify(changes), workspace.id],
      );
}

async function makeHistory(name: string): Promise<string> {
  const { body } = await owner().post<{ id: string }>(boxes(), { fields: { name, label: 'x' }, tags: ['red'] });
  const path = `${boxes()}/${body.id}`;
  const patches = [
    { fields: { name: `${name} 2`, lines: [{ qty: 1 }, { qty: 2 }] } },
    { fields: { lines: [{ qty: 1 }, { qty: 3 }], label: null } },
    { fields: { lines: [{ qty: 5 }, { qty: 3 }] }, tags: ['red', 'blue'] },
    { fields: { lines: [{ qty: 9 }], sealed: false } },
    { fields: { lines: null }, tags: [] },
  ];
  for (const patch of patches) await owner().patch(path, patch);
  await owner().delete(path);
  await owner().post(`${path}/restore`);
  await owner().patch(path, { fields: { label: 'back' } });
  return body.id;
}

beforeAll(async () => {
  server = await createTestServer({ modules: [shed] });
  workspace = await server.workspace();
  ids = await Promise.all(['First', 'Second', 'Third'].map(makeHistory));
});
afterAll(() => server.close());

/** Converts with a program that dies before the commit of every step, and is started again. Returns how often it died. */
async function convertDying(): Promise<number> {
  const { database, log, registry } = server.kernel.services;
  let steps = 0;
  const dying = Object.create(database) as typeof database;
  dying.transaction = (work) =>
    database.transaction(async (tx) => {
      const result = await work(tx);
      if ((steps += 1) % 2 === 1) throw new Error('The machine stopped.');
      return result;
    });
  for (let deaths = 0; ; deaths += 1) {
    const outcome = await convertHistory({ database: dying, log, registry }, CHANGES_PER_STEP).catch(
      (error: Error) => error,
    );
    if (outcome === undefined) return deaths;
    expect(outcome.message).toBe('The machine stopped.');
  }
}

describe('the history of an earlier version', () => {
  it('is answered as before once it is converted, although the program died at every step', async () => {
    const before = await historiesOf();
    expect([...before.values()].map((entries) => entries.length)).toEqual([9, 9, 9]);
    await storeAsBefore(before);
    expect(await convertDying()).toBe(10);
    expect(await historiesOf()).toEqual(before);
    const { rows } = await query(
      `select to_regclass('record_history') as left, (select count(*) from record_change) as changes,
        (select count(*) from record_change where after is not null) as whole`,
    );
    expect(rows).toEqual([{ left: null, changes: 27, whole: 0 }]);
  });

  it('keeps what follows from nothing: rollups, filled defaults, values that nobody recorded, and what retention left', async () => {
    const [first = '', second = '', third = ''] = ids;
    const given = await historiesOf();
    const change = (id: string, version: number, edit: (changes: readonly Change[]) => readonly Change[]) =>
      (given.get(id) ?? []).map((entry) =>
        entry.version === version ? { ...entry, changes: edit(entry.changes) } : entry,
      );
    const before = new Map([
      [first, change(first, 1, (all) => [...all, { path: '/fields/things', from: null, to: 0 }])],
      [second, change(second, 1, (all) => all.filter(({ path }) => path !== '/fields/sealed'))],
      [
        third,
        change(third, 2, (all) => all.map((one) => (one.path === '/fields/name' ? { ...one, to: 'Lost' } : one))),
      ],
    ]);
    before.set(
      first,
      (before.get(first) ?? []).map((entry) =>
        entry.version === 5
          ? { ...entry, changes: [...entry.changes, { path: '/fields/things', from: 2, to: 7 }] }
          : entry,
      ),
    );
    before.set(
      third,
      (before.get(third) ?? []).filter(({ version }) => version > 1),
    );
    await storeAsBefore(before);
    await convertDying();
    expect(pathsOf(await historiesOf())).toEqual(pathsOf(before));
  });

  it('is exported and filtered as it is answered', async () => {
    const [first = ''] = ids;
    const own = (await historiesOf([first])).get(first) ?? [];
    const { database, registry } = server.kernel.services;
    const exported = async (filter: { readonly path?: string }) => {
      const read: HistoryOfRecord[] = [];
      for (let size = 2; size === 2;) {
        const page = await readWholeHistory(database.db, {
          workspaceId: workspace.id,
          kinds: registry.kinds,
          recordId: first,
          filter,
          after: read.at(-1) ?? null,
          limit: 2,
        });
        read.push(...page);
        size = page.length;
      }
      return read.map(({ version, changes }) => ({ version, changes }));
    };
    const asExported = (entries: readonly Entry[]) =>
      entries.toReversed().map(({ version, changes }) => ({ version, changes }));
    expect(await exported({})).toEqual(asExported(own));
    for (const path of [
      '/fields/name',
      '/fields/label',
      '/fields/sealed',
      '/fields/things',
      '/fields/lines',
      '/tags',
    ]) {
      const { body } = await owner().get<{ data: Entry[]; total: number }>(
        `${boxes()}/${first}/history?path=${path}&count=exact&limit=100`,
      );
      const among = own.filter(({ changes }) => changes.some((one) => one.path === path));
      expect(among.length).toBeGreaterThan(0);
      expect(body.data).toEqual(among);
      expect(await exported({ path })).toEqual(asExported(among));
      expect(body.total).toBe(among.length);
    }
  });

  it('is read page by page as in one page', async () => {
    const [first = ''] = ids;
    const own = (await historiesOf([first])).get(first) ?? [];
    const read: Entry[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page: { body: { data: Entry[]; next_cursor: string | null } } = await owner().get(
        `${boxes()}/${first}/history?limit=2${cursor && `&cursor=${cursor}`}`,
      );
      read.push(...page.body.data);
      cursor = page.body.next_cursor;
    }
    expect(read).toEqual(own);
  });
});
