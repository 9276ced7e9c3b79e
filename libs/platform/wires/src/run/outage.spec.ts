import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer, until } from '@cubit/testing';
import { startLab, type Lab } from '../../fixtures/start-lab.js';

let lab: Lab<TestServer>;
beforeAll(async () => {
  lab = await startLab(createTestServer);
});
afterAll(() => lab.close());

describe('a run that meets an outage', () => {
  it('is executed after the outage, and counts no attempt for it', async () => {
    const bench = await lab.bench();
    const counter = await bench.addCounter();
    const wire = await bench.addBumper();
    const other = await lab.server.kernel.services.database.pool.connect();
    await other.query('begin');
    await other.query('select from record where id = $1 for update', [counter]);
    await bench.run('ping', { counter });
    const [run] = await until('the run has waited for the lock in vain', async () => {
      const runs = await bench.runs(wire.id);
      const reported = lab.server.log.entries.flatMap(({ details }) => ('run' in details ? [details.run] : []));
      return runs.some(({ id }) => reported.includes(id)) && runs;
    });
    expect(run).toMatchObject({ state: 'pending', attempts: 0, error: null });
    await other.query('rollback');
    other.release();

    expect(await bench.finished(wire.id, 1)).toMatchObject([{ state: 'succeeded', attempts: 1, error: null }]);
    expect(await bench.countOf(counter)).toBe(1);
  });
});
