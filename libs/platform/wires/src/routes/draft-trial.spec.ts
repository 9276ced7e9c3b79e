import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer } from '@cubit/testing';
import { startLab, type Lab } from '../../fixtures/start-lab.js';

let lab: Lab<TestServer>;
beforeAll(async () => {
  lab = await startLab(createTestServer);
});
afterAll(() => lab.close());

type Bench = Awaited<ReturnType<Lab<TestServer>['bench']>>;
const bumper = { event: 'lab.ping.sent', action: 'lab:bump', record: 'event.payload.counterId' };

function test(bench: Bench, draft: object) {
  return bench.client.post<Readonly<Record<string, unknown>>>(`${bench.path}/wire-tests`, draft);
}

describe('the test of a wire that is not saved', () => {
  it('shows what it would do for the latest event, and writes nothing', async () => {
    const bench = await lab.bench();
    const counter = await bench.addCounter({ count: 4 });
    await bench.ping({ counter, n: 1 });
    const event = await bench.ping({ counter, n: 3 });
    const { status, body } = await test(bench, {
      ...bumper,
      condition: 'event.payload.n > 2 && event.payload.note != "ping"',
      input: { by: '${event.payload.n}' },
    });
    const part = { depth: 1, operator: null, error: null };
    expect([status, body]).toEqual([
      200,
      {
        faults: [],
        event_id: event,
        occurred_at: expect.any(String),
        condition: false,
        parts: [
          {
            ...{ text: 'event.payload.n > 2 && event.payload.note != "ping"', depth: 0, operator: 'and' },
            ...{ value: false, error: null, reads: [] },
          },
          { ...part, text: 'event.payload.n > 2', value: true, reads: [{ path: 'event.payload.n', value: 3 }] },
          {
            ...{ ...part, text: 'event.payload.note != "ping"', value: false },
            reads: [{ path: 'event.payload.note', value: 'ping' }],
          },
        ],
        records: [counter],
        target_kind: 'lab:counter',
        input: { by: 3 },
        result: null,
        error: null,
        recent: [],
        warnings: [],
      },
    ]);
    const ran = await test(bench, { ...bumper, input: { by: '${event.payload.n}' } });
    expect(ran.body).toMatchObject({ condition: true, parts: null, result: { count: 7 } });
    expect(await bench.countOf(counter)).toBe(4);
    expect((await bench.wires()).filter(({ name }) => name === 'Wire')).toEqual([]);
  });

  it('shows what it would have done with the last events, the newest first', async () => {
    const bench = await lab.bench();
    const counter = await bench.addCounter({ limit: 5 });
    const events: string[] = [];
    for (const n of [1, 9, 3]) events.unshift(await bench.ping({ counter, n }));
    const draft = { ...bumper, condition: 'event.payload.n > 1', input: { by: '${event.payload.n}' } };
    const { body } = await test(bench, { ...draft, recent: 10 });
    expect(body['recent']).toMatchObject([
      { event_id: events[0], condition: true, records: [counter], error: null },
      { event_id: events[1], condition: true, records: [counter], error: { code: 'insufficient_stock' } },
      { event_id: events[2], condition: false, records: [counter], error: null },
    ]);
    const two = await test(bench, { ...draft, recent: 2 });
    expect(two.body['recent']).toHaveLength(2);
    expect(await bench.countOf(counter)).toBe(0);
  });

  it('runs the action for one target of each earlier event', async () => {
    const bench = await lab.bench();
    const counters = [await bench.addCounter(), await bench.addCounter({ limit: 0 })];
    await bench.ping({ counters });
    const { body } = await test(bench, { ...bumper, record: 'event.payload.counterIds', recent: 1 });
    expect(body).toMatchObject({ error: { code: 'insufficient_stock' }, recent: [{ records: counters, error: null }] });
  });

  it('evaluates the condition alone while there is no action', async () => {
    const bench = await lab.bench();
    await bench.ping({ n: 2 });
    const { status, body } = await test(bench, { event: 'lab.ping.sent', condition: 'event.payload.n > 1', recent: 1 });
    expect([status, body]).toMatchObject([
      200,
      {
        condition: true,
        parts: [{ text: 'event.payload.n > 1', value: true }],
        records: null,
        input: null,
        target_kind: null,
        recent: [{ condition: true, error: null }],
      },
    ]);
  });

  it('uses the given event, and the example of the declaration where none has occurred', async () => {
    const bench = await lab.bench();
    const first = await bench.ping({ n: 1 });
    await bench.ping({ n: 3 });
    const chosen = await test(bench, { event: 'lab.ping.sent', condition: 'event.payload.n > 2', sample: first });
    expect(chosen.body).toMatchObject({ event_id: first, condition: false });
    const example = await test(bench, { event: 'lab.quiet.kept', condition: 'event.payload.n == 1', recent: 10 });
    expect(example.body).toMatchObject({ event_id: null, condition: true, recent: [] });
  });

  it('answers with the faults that the creation of the wire would have, and evaluates a condition without one', async () => {
    const bench = await lab.bench();
    await bench.ping({ n: 2 });
    const cases = [
      [{ event: 'lab.ping.sent', condition: 'event.payload.nn > 1' }, '/condition', null],
      [{ ...bumper, condition: 'true', action: 'lab:none' }, '/action', true],
      [{ ...bumper, condition: 'event.payload.n > 5', record: null }, '/record', false],
      [{ ...bumper, input: { by: '${event.payload.note}' } }, '/input/by', true],
    ] as const;
    for (const [draft, path, condition] of cases) {
      const { status, body } = await test(bench, draft);
      expect([status, body]).toMatchObject([200, { faults: [{ path }], condition, records: null, result: null }]);
    }
  });

  it('refuses an unknown event, and a sample that is none of the event', async () => {
    const bench = await lab.bench();
    const cases = [
      [{ event: 'lab.none.sent' }, '/event'],
      [{ ...bumper, sample: '0190a6e2-7c1d-7b3a-9f00-00000000dead' }, '/sample'],
      [{ ...bumper, event: 'lab.counter.bumped', sample: await bench.ping() }, '/sample'],
    ] as const;
    for (const [draft, path] of cases) {
      const { status, body } = await test(bench, draft);
      expect([status, body]).toMatchObject([422, { error: { details: [{ path }] } }]);
    }
  });

  it('refuses an event of another workspace, and another workspace’s wire', async () => {
    const [bench, other] = [await lab.bench(), await lab.bench()];
    const sample = await other.ping();
    const wire = await other.addBumper();
    expect((await test(bench, { ...bumper, sample })).status).toBe(422);
    expect((await test(bench, { ...bumper, replaces: wire.id })).status).toBe(404);
  });

  it('warns of a loop', async () => {
    const bench = await lab.bench();
    const { body } = await test(bench, { ...bumper, event: 'lab.counter.bumped' });
    expect(body['warnings']).toMatchObject([{ path: '/action', code: 'loop' }]);
  });

  it('is for admins, and has a fault for an action that the role does not allow', async () => {
    const bench = await lab.bench();
    const member = lab.server.as(await bench.workspace.member());
    expect((await member.post(`${bench.path}/wire-tests`, bumper)).status).toBe(403);
    const admin = lab.server.as(await bench.workspace.admin());
    const { body } = await admin.post(`${bench.path}/wire-tests`, { event: 'lab.ping.sent', action: 'lab:seal' });
    expect(body).toMatchObject({ faults: [{ path: '/action', code: 'forbidden' }], condition: true, result: null });
  });

  it('runs in the name of the owner of the wire that it would replace', async () => {
    const bench = await lab.bench();
    const admin = await bench.workspace.admin();
    const counter = await bench.addCounter({ count: 1 });
    await bench.ping({ counter });
    const reset = { event: 'lab.ping.sent', action: 'lab:reset', record: 'event.payload.counterId' };
    const { body: wire } = await lab.server
      .as(admin)
      .post<{ readonly id: string }>(`${bench.path}/wires`, { ...reset, name: 'Reset' });
    await bench.client.patch(`${bench.path}/members/${admin.id}`, { role: 'member' });
    expect((await test(bench, reset)).body).toMatchObject({ condition: true, error: null });
    const replacing = await test(bench, { ...reset, replaces: wire.id });
    expect(replacing.body).toMatchObject({ condition: true, error: { code: 'forbidden' } });
  });
});
