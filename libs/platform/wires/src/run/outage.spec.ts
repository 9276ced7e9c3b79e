import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createTestServer, type TestServer } from '@cubit/testing';
import { startLab, type Lab } from '../../fixtures/start-lab.js';

jest.setTimeout(60_000);

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
    // Longer than a lock is waited for: the run gives up, and is taken up again.
    const other = await lab.server.kernel.services.database.pool.connect();
    await other.query('begin');
    await other.query('select from record where id = $1 for update', [counter]);
    await bench.run('ping', { counter });
    await new Promise((resolve) => setTimeout(resolve, 6_500));
    expect(await bench.runs(wire.id)).toMatchObject([{ state: 'pending', attempts: 0, error: null }]);
    await other.query('rollback');
    other.release();

    expect(await bench.finished(wire.id, 1)).toMatchObject([{ state: 'succeeded', attempts: 1, error: null }]);
    expect(await bench.countOf(counter)).toBe(1);
  });
});
