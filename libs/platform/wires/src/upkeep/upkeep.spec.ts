import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { createTestServer, type TestServer } from '@cubit/testing';
import { startLab, type Lab } from '../../fixtures/start-lab.js';
import { wiresIn, type WireDatabase } from '../tables/schema.js';
import { countRuns } from './count-runs.js';
import { purgeRuns } from './purge-runs.js';

let lab: Lab<TestServer>;
let db: WireDatabase;
beforeAll(async () => {
  lab = await startLab(createTestServer);
  db = wiresIn(lab.server.database.db);
});
afterAll(() => lab.close());

const goOn = () => false;
const age = (wireId: string, days: number) =>
  sql`update wire_run set finished_at = finished_at - ${days} * interval '1 day' where wire_id = ${wireId}`.execute(db);

describe('the counters of a wire', () => {
  it('are correct before and after finished runs are added, and after a retry', async () => {
    const bench = await lab.bench();
    const [free, full] = [await bench.addCounter(), await bench.addCounter({ limit: 0 })];
    const wire = await bench.addBumper();
    for (const counter of [free, free, full]) await bench.ping({ counter });
    const runs = await bench.finished(wire.id, 3);
    const counters = { run_count: 3, failure_count: 1 };
    const before = await bench.wire(wire.id);
    expect(before).toMatchObject(counters);
    expect(await countRuns(db)).toBe(false);
    await countRuns(db);
    const { rows } = await sql`select run_count, failure_count from wire where id = ${wire.id}`.execute(db);
    expect(rows).toEqual([counters]);
    expect(await bench.wire(wire.id)).toEqual(before);
    const failed = runs.find(({ state }) => state === 'failed');
    await bench.client.patch(`${bench.path}/modules/lab/records/counter/${full}`, { fields: { limit: 9 } });
    await bench.client.post(`${bench.path}/wires/${wire.id}/runs/${failed!.id}/retry`);
    await bench.finished(wire.id, 3);
    expect(await bench.wire(wire.id)).toMatchObject({ run_count: 3, failure_count: 0 });
  });
});

describe('finished runs', () => {
  it('are kept for 30 days, and failed ones for 90 days', async () => {
    const bench = await lab.bench();
    const [free, full] = [await bench.addCounter(), await bench.addCounter({ limit: 0 })];
    const wire = await bench.addBumper();
    for (const counter of [free, full]) await bench.ping({ counter });
    await bench.finished(wire.id, 2);
    await age(wire.id, 29);
    await purgeRuns(db, goOn);
    expect(await bench.runs(wire.id)).toHaveLength(2);
    await age(wire.id, 2);
    await purgeRuns(db, goOn);
    expect((await bench.runs(wire.id)).map(({ state }) => state)).toEqual(['failed']);
    await age(wire.id, 60);
    await purgeRuns(db, goOn);
    expect(await bench.runs(wire.id)).toEqual([]);
  });

  it('are deleted together with their wire', async () => {
    const bench = await lab.bench();
    const counter = await bench.addCounter();
    const wire = await bench.addBumper();
    await bench.pingAndWait({ counter });
    await lab.server.as(bench.workspace.owner).delete(`${bench.path}/wires/${wire.id}`);
    await purgeRuns(db, goOn);
    const { rows } =
      await sql`select id from wire where id = ${wire.id} union all select id from wire_run where wire_id = ${wire.id}`.execute(
        db,
      );
    expect(rows).toEqual([]);
  });
});
