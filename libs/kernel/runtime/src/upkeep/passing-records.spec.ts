import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createClock, createTestServer, type TestServer } from '@cubit/testing';
import { Type } from 'typebox';
import { defineAction, defineKind, defineModule, Field } from '@cubit/core';
import { createRegistry } from '@cubit/core/host';
import { Upkeep } from './upkeep.js';

const sample = defineKind({
  id: 'weather:sample',
  title: ['Sample', 'Samples'],
  titleField: 'what',
  access: 'read-only',
  keepDays: 30,
  fields: Type.Object({ what: Field.text() }),
});
const station = defineKind({
  id: 'weather:station',
  title: ['Station', 'Stations'],
  titleField: 'name',
  fields: Type.Object({ name: Field.text() }),
});
const take = defineAction({
  id: 'weather:take',
  title: 'Take samples',
  appliesTo: 'workspace',
  input: Type.Object({ count: Type.Integer() }),
  output: Type.Null(),
  emits: [],
  effects: { destructive: false, idempotent: false, readOnly: false },
  example: { title: 'Two', input: { count: 2 } },
  async run({ records }, _, { count }) {
    const made = Array.from({ length: count }, (_each, index) => ({ fields: { what: `${String(index)} °C` } }));
    await records.createMany(sample, made);
    return null;
  },
});
const weather = defineModule({
  name: 'weather',
  version: '1.0.0',
  contract: '^1.0.0',
  title: 'Weather',
  description: 'For these specs.',
  kinds: [sample, station],
  actions: [take],
});

const clock = createClock();
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ modules: [weather], now: clock.now });
});
afterAll(() => server.close());

describe('records with a retention time', () => {
  it('have no history, and are deleted permanently after that time, in several steps if there are many', async () => {
    const workspace = await server.workspace();
    const owner = server.as(await server.mintToken(workspace.owner));
    const base = `${workspace.path}/modules/weather`;
    const takeSamples = (count: number) => owner.post(`${base}/actions/take`, { record: null, input: { count } });
    const { body: kept } = await owner.post<{ id: string }>(`${base}/records/station`, { fields: { name: 'Roof' } });
    await takeSamples(1_500);
    clock.advance({ days: 20 });
    await takeSamples(2);
    const upkeep = async () => {
      const { database, log, kernel } = server;
      const retention = { eventDays: null, historyDays: null, auditDays: null, retiredDays: null };
      await new Upkeep({ database, log, now: clock.now, retention, registry: kernel.services.registry }).run();
      const { rows } = await database.pool.query<{ kind: string; left: number; changes: number }>(
        `select kind, count(*) as left, (select count(*) from record_change h where h.kind = r.kind) as changes from record r group by 1 order by 1`,
      );
      return rows.map(({ kind, left, changes }) => [kind, left, changes]);
    };
    expect(await upkeep()).toEqual([
      [sample.id, 1_502, 0],
      [station.id, 1, 1],
    ]);
    clock.advance({ days: 11 });
    expect(await upkeep()).toEqual([
      [sample.id, 2, 0],
      [station.id, 1, 1],
    ]);
    expect((await owner.get(`${base}/records/station/${kept.id}`)).status).toBe(200);
  });

  it('are written only by their module', () => {
    const loose = defineKind({ ...station, keepDays: 30 });
    expect(() => createRegistry([{ ...weather, kinds: [sample, loose] }])).toThrow(
      "Kind 'weather:station' is kept for 30 days; make it read-only",
    );
  });
});
