import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer } from '@cubit/testing';
import { startLab, type Lab } from '../../fixtures/start-lab.js';

let lab: Lab<TestServer>;
beforeAll(async () => {
  lab = await startLab(createTestServer);
});
afterAll(() => lab.close());

describe('the test of a wire', () => {
  it('shows what the wire would do for the last event of its name, and writes nothing', async () => {
    const bench = await lab.bench();
    const counter = await bench.addCounter({ count: 4 });
    await bench.ping({ counter, n: 1 });
    const event = await bench.ping({ counter, n: 3 });
    const wire = await bench.addBumper({ condition: 'event.payload.n > 2', input: { by: '${event.payload.n}' } });
    const { status, body } = await bench.client.post(`${bench.path}/wires/${wire.id}/test`, {});
    expect([status, body]).toEqual([
      200,
      {
        event_id: event,
        condition: true,
        parts: [
          {
            ...{ text: 'event.payload.n > 2', depth: 0, operator: null, value: true, error: null },
            reads: [{ path: 'event.payload.n', value: 3 }],
          },
        ],
        records: [counter],
        input: { by: 3 },
        result: { count: 7 },
        error: null,
      },
    ]);
    expect(await bench.countOf(counter)).toBe(4);
    expect(await bench.runs(wire.id)).toEqual([]);
    const { body: log } = await bench.client.get<{ data: unknown[] }>(
      `${bench.path}/event-log?name=lab.counter.bumped`,
    );
    expect(log.data).toEqual([]);
  });

  it('uses the given event, and reports that the condition is false', async () => {
    const bench = await lab.bench();
    const counter = await bench.addCounter();
    const first = await bench.ping({ counter, n: 1 });
    await bench.ping({ counter, n: 3 });
    const wire = await bench.addBumper({ condition: 'event.payload.n > 2', input: { by: '${event.payload.n}' } });
    const { body } = await bench.client.post(`${bench.path}/wires/${wire.id}/test`, { event: first });
    expect(body).toMatchObject({
      event_id: first,
      condition: false,
      records: [counter],
      input: { by: 1 },
      result: null,
    });
  });

  it('reports the error that a run would have', async () => {
    const bench = await lab.bench();
    const counter = await bench.addCounter({ limit: 1 });
    await bench.ping({ counter, n: 5 });
    const wire = await bench.addBumper({ input: { by: '${event.payload.n}' } });
    const { body } = await bench.client.post(`${bench.path}/wires/${wire.id}/test`, {});
    expect(body).toMatchObject({ condition: true, result: null, error: { code: 'insufficient_stock' } });
  });

  it('returns one result for each of several target records', async () => {
    const bench = await lab.bench();
    const counters = [await bench.addCounter({ count: 1 }), await bench.addCounter({ count: 5 })];
    await bench.ping({ counters });
    const wire = await bench.addBumper({ record: 'event.payload.counterIds' });
    const { body } = await bench.client.post(`${bench.path}/wires/${wire.id}/test`, {});
    expect(body).toMatchObject({ records: counters, result: [{ count: 2 }, { count: 6 }] });
  });

  it('uses the example of the event declaration if there is no event of that name', async () => {
    const bench = await lab.bench();
    const wire = await bench.addWire({
      event: 'lab.quiet.kept',
      action: 'lab:log',
      input: { text: '#${event.payload.n}' },
    });
    const { body } = await bench.client.post(`${bench.path}/wires/${wire.id}/test`, {});
    expect(body).toMatchObject({ event_id: null, condition: true, input: { text: '#1' }, error: null });
    expect(await bench.entries()).toEqual([]);
  });

  it('refuses an event of another name, an event of another workspace, and an unknown event', async () => {
    const [bench, other] = [await lab.bench(), await lab.bench()];
    const wire = await bench.addBumper({ event: 'lab.counter.bumped' });
    const foreign = await other.ping();
    for (const event of [await bench.ping(), foreign, '0190a6e2-7c1d-7b3a-9f00-00000000dead']) {
      const { status, body } = await bench.client.post(`${bench.path}/wires/${wire.id}/test`, { event });
      expect([status, body]).toMatchObject([422, { error: { details: [{ path: '/event' }] } }]);
    }
  });
});
