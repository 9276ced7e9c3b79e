import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createWakeQueue, jobsCapability } from '@cubit/jobs';
import { createTestServer, type TestServer } from '@cubit/testing';
import { LabBench } from '../../fixtures/lab-bench.js';
import { lab } from '../../fixtures/lab.module.js';
import { wiresModule } from '../module/wires.module.js';
import { wiresCapability } from '../wires-capability.js';

let server: TestServer;
let bench: LabBench;
beforeAll(async () => {
  server = await createTestServer({
    modules: [lab, wiresModule],
    capabilities: ({ connection, log }) => {
      const queue = createWakeQueue({ connection, log });
      // One at a time by itself: the rest has to come over the queue.
      const wires = wiresCapability({ queue, concurrency: 1, retry: { baseMs: 20 } });
      return [jobsCapability({ queue, roles: ['api', 'worker'] }), wires];
    },
  });
  const workspace = await server.workspace();
  bench = new LabBench(server.as(workspace.owner), workspace.path);
});
afterAll(() => server.close());

describe('wires on the queue of the product', () => {
  it('run once per event, many at a time', async () => {
    const counters = await Promise.all([1, 2, 3].map(() => bench.addCounter()));
    const wire = await bench.addBumper();
    await Promise.all(Array.from({ length: 90 }, (_, n) => bench.ping({ counter: counters[n % 3] })));
    await bench.finished(wire.id, 90);
    expect(await Promise.all(counters.map((id) => bench.countOf(id)))).toEqual([30, 30, 30]);
    await bench.client.patch(`${bench.path}/wires/${wire.id}`, { enabled: false });
  });

  it('come back to what failed, each time after its delay', async () => {
    const counter = await bench.addCounter({ limit: 0 });
    const wire = await bench.addBumper();
    await bench.ping({ counter });
    const [run] = await bench.finished(wire.id, 1);
    expect(run).toMatchObject({ state: 'failed', attempts: 5, error: { code: 'insufficient_stock' } });
  });
});
