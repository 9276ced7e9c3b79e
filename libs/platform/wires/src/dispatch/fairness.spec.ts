import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer } from '@cubit/testing';
import { eventually } from '../../fixtures/lab-bench.js';
import { startLab, type Lab } from '../../fixtures/start-lab.js';
import { interleaveByWorkspace } from './wake-id.js';

let lab: Lab<TestServer>;
beforeAll(async () => {
  lab = await startLab(createTestServer, { wires: { concurrency: 0, turns: 3 } });
});
afterAll(() => lab.close());

describe('workspaces that share processes', () => {
  it('have only so many runs each on the queue, so that nobody waits for all of another’s', async () => {
    const [busy, calm] = [await lab.bench(), await lab.bench()];
    const wires = [await busy.addBumper(), await calm.addBumper()];
    const counters = [await busy.addCounter(), await calm.addCounter()];
    lab.queue.deaf = true;
    const from = lab.queue.published.length;
    for (let n = 0; n < 12; n += 1) await busy.ping({ counter: counters[0] });
    await calm.ping({ counter: counters[1] });
    await eventually(async () => lab.queue.published.slice(from).some((wake) => wake.startsWith(calm.workspace.id)));
    const order = lab.queue.published.slice(from).map((wake) => wake.split('/')[0]);
    const turn = order.indexOf(calm.workspace.id);
    expect(turn).toBeGreaterThanOrEqual(0);
    expect(new Set(lab.queue.published.slice(from, from + turn)).size).toBeLessThanOrEqual(3);
    lab.queue.deaf = false;
    await Promise.all([busy.finished(wires[0]!.id, 12), calm.finished(wires[1]!.id, 1)]);
    expect([await busy.countOf(counters[0]!), await calm.countOf(counters[1]!)]).toEqual([12, 1]);
  });

  it('take turns within one batch', () => {
    const key = (workspaceId: string, id: string) => ({ workspaceId, id });
    const batch = [key('a', '1'), key('a', '2'), key('a', '3'), key('b', '4'), key('c', '5'), key('b', '6')];
    expect(interleaveByWorkspace(batch).map(({ id }) => id)).toEqual(['1', '4', '5', '2', '6', '3']);
  });
});
