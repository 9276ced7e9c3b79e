import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestClient, type TestServer, type TestWorkspace } from '@cubit/testing';
import { computed, defineAction, defineKind, defineModule, Field } from '@cubit/core';

const GONE = '0190a6e2-7c1d-7b3a-9f00-000000000001';
/** An external value on which the derived value depends. */
let priceOfMetre = 2;

const cable = defineKind({
  id: 'shed:cable',
  title: ['Cable', 'Cables'],
  titleField: 'name',
  fields: Type.Object({
    name: Field.text(),
    metres: Field.integer({ default: 1 }),
    value: computed(Field.integer({ default: 0 })),
  }),
  beforeWrite(_context, drafts) {
    for (const draft of drafts) draft.fields = { ...draft.fields, value: draft.fields.metres * priceOfMetre };
    return Promise.resolve();
  },
});
const reprice = defineAction({
  id: 'shed:reprice',
  title: 'Reprice',
  appliesTo: 'workspace',
  input: Type.Object({ cables: Type.Array(Type.String()) }),
  output: Type.Array(Type.String()),
  emits: [],
  effects: { destructive: false, idempotent: true, readOnly: false },
  example: { title: 'Reprice', input: { cables: [GONE] } },
  run: async ({ records }, _target, { cables }) => (await records.rederive(cable, cables)).map(({ id }) => id),
});
const shed = defineModule({
  name: 'shed',
  version: '1.0.0',
  contract: '^1.0.0',
  title: 'Shed',
  description: 'For this spec.',
  kinds: [cable],
  actions: [reprice],
});

interface Cable {
  readonly id: string;
  readonly version: number;
  readonly fields: { readonly value: number };
}

let server: TestServer;
let workspace: TestWorkspace;
let owner: TestClient;
beforeAll(async () => {
  server = await createTestServer({ modules: [shed] });
  workspace = await server.workspace();
  owner = server.as(workspace.owner);
});
afterAll(() => server.close());

const records = () => `${workspace.path}/modules/shed/records/cable`;
const add = async (metres: number) => (await owner.post<Cable>(records(), { fields: { name: 'Cable', metres } })).body;
const read = async ({ id }: Cable) => (await owner.get<Cable>(`${records()}/${id}`)).body;
const run = async (...cables: readonly string[]) =>
  (
    await owner.post<{ readonly result: readonly string[] }>(`${workspace.path}/modules/shed/actions/reprice`, {
      input: { cables },
    })
  ).body.result;

describe('records.rederive', () => {
  it('writes the derived values that differ, as an update with history', async () => {
    priceOfMetre = 2;
    const [long, none] = [await add(5), await add(0)];

    priceOfMetre = 3;
    expect(await run(long.id, none.id)).toEqual([long.id, none.id]);

    expect(await read(long)).toMatchObject({ version: 2, fields: { value: 15 } });
    const { body } = await owner.get<{ data: unknown[] }>(`${records()}/${long.id}/history`);
    expect(body.data).toHaveLength(2);
    expect(await read(none)).toEqual(none);
  });

  it('skips deleted records', async () => {
    const kept = await add(1);

    expect(await run(GONE, kept.id)).toEqual([kept.id]);
    expect(await run()).toEqual([]);
  });
});
