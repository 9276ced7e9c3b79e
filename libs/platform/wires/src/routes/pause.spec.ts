import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer, until } from '@cubit/testing';
import { type LabBench } from '../../fixtures/lab-bench.js';
import { startLab, type Lab } from '../../fixtures/start-lab.js';

let lab: Lab<TestServer>;
beforeAll(async () => {
  lab = await startLab(createTestServer);
});
afterAll(() => lab.close());

/** A run of the wire that failed, and would succeed now. */
async function mendedFailure(
  bench: LabBench,
  wireId: string,
): Promise<{ readonly counter: string; retry(): Promise<void> }> {
  const counter = await bench.addCounter({ limit: 0 });
  await bench.ping({ counter });
  const [run] = await bench.finished(wireId, 1);
  await bench.client.patch(`${bench.path}/modules/lab/records/counter/${counter}`, { fields: { limit: 9 } });
  const retry = async () => {
    await bench.client.post(`${bench.path}/wires/${wireId}/runs/${run!.id}/retry`);
  };
  return { counter, retry };
}

const isPaused = (bench: LabBench, wireId: string) =>
  until('the run is paused', async () => (await bench.runs(wireId)).some((run) => run.held === 'paused'));

describe('a paused wire', () => {
  it('does not react to events, and executes pending runs when it is resumed', async () => {
    const bench = await lab.bench();
    const wire = await bench.addBumper();
    const { counter, retry } = await mendedFailure(bench, wire.id);
    await bench.client.patch(`${bench.path}/wires/${wire.id}`, { paused: true });
    await retry();
    await isPaused(bench, wire.id);
    await bench.pingAndWait({ counter });
    expect(await bench.runs(wire.id)).toHaveLength(1);
    expect(await bench.countOf(counter)).toBe(0);
    const { status, body } = await bench.client.post(`${bench.path}/wires/${wire.id}/resume`);
    expect([status, body]).toMatchObject([200, { paused: false }]);
    await bench.finished(wire.id, 1);
    expect(await bench.countOf(counter)).toBe(1);
    await bench.pingAndWait({ counter });
    expect(await bench.countOf(counter)).toBe(2);
  });
});

describe('a disabled wire', () => {
  it('does not react to events, and skips pending runs with the reason', async () => {
    const bench = await lab.bench();
    const wire = await bench.addBumper();
    const { counter, retry } = await mendedFailure(bench, wire.id);
    await bench.client.patch(`${bench.path}/wires/${wire.id}`, { enabled: false });
    await bench.pingAndWait({ counter });
    await retry();
    const [run] = await bench.finished(wire.id, 1);
    expect(run).toMatchObject({ state: 'skipped', error: { code: 'wire_disabled' } });
    expect(await bench.countOf(counter)).toBe(0);
  });
});

describe('the wires of a workspace', () => {
  it('are paused and resumed together, without effect on other workspaces', async () => {
    const [bench, other] = [await lab.bench(), await lab.bench()];
    const [wire] = [await bench.addBumper(), await other.addBumper()];
    const { counter, retry } = await mendedFailure(bench, wire!.id);
    const elsewhere = await other.addCounter();
    const settings = `${bench.path}/wire-settings`;
    expect((await bench.client.get(settings)).body).toEqual({ paused: false, paused_by_operator: false });
    expect((await bench.client.patch(settings, { paused: true })).body).toMatchObject({ paused: true });
    await retry();
    await isPaused(bench, wire!.id);
    await bench.pingAndWait({ counter });
    await other.pingAndWait({ counter: elsewhere });
    expect([await bench.countOf(counter), await other.countOf(elsewhere)]).toEqual([0, 1]);
    await bench.client.patch(settings, { paused: false });
    await bench.finished(wire!.id, 1);
    expect(await bench.countOf(counter)).toBe(1);
  });

  it('can be paused by admins only', async () => {
    const bench = await lab.bench();
    const member = lab.server.as(await bench.workspace.member());
    expect((await member.patch(`${bench.path}/wire-settings`, { paused: true })).status).toBe(403);
    expect((await member.get(`${bench.path}/wire-settings`)).status).toBe(200);
  });
});

describe('an instance whose operator has paused wires', () => {
  it('executes no wires and reports it in the wire settings', async () => {
    const paused = await startLab(createTestServer, { wires: { paused: true } });
    try {
      const bench = await paused.bench();
      const counter = await bench.addCounter();
      const wire = await bench.addBumper();
      await bench.pingAndWait({ counter });
      expect(await bench.countOf(counter)).toBe(0);
      expect(await bench.runs(wire.id)).toEqual([]);
      expect((await bench.client.get(`${bench.path}/wire-settings`)).body).toEqual({
        paused: false,
        paused_by_operator: true,
      });
    } finally {
      await paused.close();
    }
  });
});

describe('a wire with a rate cap', () => {
  it('trips above the cap, emits an event, and reacts again when it is resumed', async () => {
    const bench = await lab.bench();
    const counter = await bench.addCounter();
    const wire = await bench.addBumper({ rate_cap: 3 });
    for (let n = 0; n < 6; n += 1) await bench.pingAndWait({ counter });
    expect(await bench.countOf(counter)).toBe(3);
    expect(await bench.wire(wire.id)).toMatchObject({ enabled: true, tripped: { rate_cap: 3 } });
    const runs = await bench.runs(wire.id);
    expect(runs).toHaveLength(4);
    expect(runs[0]).toMatchObject({ state: 'skipped', error: { code: 'rate_cap' } });
    const { body: log } = await bench.client.get<{ data: unknown[] }>(
      `${bench.path}/event-log?name=wires.wire.tripped`,
    );
    expect(log.data).toMatchObject([{ payload: { wireId: wire.id, ownerId: bench.workspace.owner.id } }]);
    const { body } = await bench.client.post(`${bench.path}/wires/${wire.id}/resume`);
    expect(body).toMatchObject({ tripped: null });
    await bench.pingAndWait({ counter });
    expect(await bench.countOf(counter)).toBe(4);
  });

  it('trips once if many events arrive together', async () => {
    const bench = await lab.bench();
    const counter = await bench.addCounter();
    const wire = await bench.addBumper({ rate_cap: 5 });
    await Promise.all(Array.from({ length: 30 }, () => bench.ping({ counter })));
    await bench.finished(wire.id, 6);
    expect(await bench.countOf(counter)).toBe(5);
    expect((await bench.runs(wire.id)).map(({ state }) => state).sort()).toEqual([
      'skipped',
      ...Array(5).fill('succeeded'),
    ]);
  });
});
