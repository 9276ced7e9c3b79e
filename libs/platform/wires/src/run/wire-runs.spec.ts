import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer, until } from '@cubit/testing';
import { startLab, type Lab } from '../../fixtures/start-lab.js';

let lab: Lab<TestServer>;
beforeAll(async () => {
  lab = await startLab(createTestServer);
});
afterAll(() => lab.close());

describe('a wire', () => {
  it('runs its action on the target record once for each event', async () => {
    const bench = await lab.bench();
    const counter = await bench.addCounter();
    const wire = await bench.addBumper();
    const event = await bench.pingAndWait({ counter });
    expect(await bench.countOf(counter)).toBe(1);
    expect(await bench.runs(wire.id)).toEqual([
      expect.objectContaining({
        wire_id: wire.id,
        event_id: event,
        record_id: counter,
        state: 'succeeded',
        attempts: 1,
        depth: 1,
        result: { count: 1 },
        error: null,
        cause: null,
      }),
    ]);
  });

  it('keeps no run if its condition is false, unless it has a trace', async () => {
    const bench = await lab.bench();
    const counter = await bench.addCounter();
    const plain = await bench.addBumper({ condition: 'event.payload.n > 10' });
    const traced = await bench.addBumper({ condition: 'event.payload.n > 10', trace: true });
    await bench.pingAndWait({ counter, n: 3 });
    expect(await bench.countOf(counter)).toBe(0);
    expect(await bench.runs(plain.id)).toEqual([]);
    expect(await bench.runs(traced.id)).toMatchObject([{ state: 'skipped', error: { code: 'condition_false' } }]);
    expect(await bench.wire(traced.id)).toMatchObject({ run_count: 0 });
    await bench.pingAndWait({ counter, n: 11 });
    expect(await bench.countOf(counter)).toBe(2);
  });

  it('reads the record of the event in its expressions', async () => {
    const bench = await lab.bench();
    const [small, large] = [
      await bench.addCounter({ name: 'small' }),
      await bench.addCounter({ name: 'large', count: 50 }),
    ];
    await bench.addBumper({ condition: 'record.fields.count >= 50 && record.title == "large"' });
    await bench.addWire({
      action: 'lab:log',
      input: { text: '${record.title} in ${workspace.slug} by ${event.actor.type}' },
    });
    await bench.pingAndWait({ counter: small });
    await bench.pingAndWait({ counter: large });
    expect([await bench.countOf(small), await bench.countOf(large)]).toEqual([0, 51]);
    const { slug } = bench.workspace;
    expect((await bench.entries()).map(({ text }) => text).sort()).toEqual([
      `large in ${slug} by user`,
      `small in ${slug} by user`,
    ]);
  });

  it('selects by a tree in its condition as a filter does', async () => {
    const bench = await lab.bench();
    const root = await bench.addCounter();
    const below = await bench.addCounter({ next: await bench.addCounter({ next: root }) });
    const apart = await bench.addCounter();
    await bench.addBumper({ condition: `within(event.payload.counterId, "${root}")` });
    await bench.addBumper({ condition: `record.fields.next.above == "${root}"`, input: { by: 10 } });
    for (const counter of [root, below, apart]) await bench.pingAndWait({ counter });
    expect(await Promise.all([root, below, apart].map((id) => bench.countOf(id)))).toEqual([1, 11, 0]);
  });

  it('passes values to the action with their types', async () => {
    const bench = await lab.bench();
    await bench.addWire({
      action: 'lab:log',
      input: {
        text: 'n is ${event.payload.n}',
        number: '${event.payload.n * 2}',
        flag: '${event.payload.loud}',
        list: '${event.payload.counterIds}',
        time: '${event.payload.at}',
        any: { deep: ['${event.payload.n}', 'fixed', null] },
      },
    });
    const counters = [await bench.addCounter(), await bench.addCounter()];
    await bench.pingAndWait({ note: 'LOUD', n: 1.5, counters });
    expect(await bench.entries()).toEqual([
      {
        text: 'n is 1.5',
        data: {
          number: 3,
          flag: true,
          list: counters,
          time: '2026-01-02T03:04:05.678Z',
          any: { deep: [1.5, 'fixed', null] },
        },
      },
    ]);
  });

  it('omits an input member whose expression has no value', async () => {
    const bench = await lab.bench();
    await bench.addWire({ action: 'lab:log', input: { text: 'x', any: '${event.payload.counterId}' } });
    await bench.pingAndWait();
    expect(await bench.entries()).toEqual([{ text: 'x', data: {} }]);
  });

  it('runs once for each of several target records', async () => {
    const bench = await lab.bench();
    const counters = await Promise.all([1, 2, 3].map(() => bench.addCounter()));
    const wire = await bench.addBumper({ record: 'event.payload.counterIds', input: { by: 2 } });
    await bench.pingAndWait({ counters });
    expect(await Promise.all(counters.map((id) => bench.countOf(id)))).toEqual([2, 2, 2]);
    const runs = await bench.runs(wire.id);
    expect(runs.map((run) => run.record_id).sort()).toEqual([...counters].sort());
    expect(await bench.wire(wire.id)).toMatchObject({ run_count: 3, failure_count: 0 });
  });

  it('evaluates the input for each target record, as `target` in its expressions', async () => {
    const bench = await lab.bench();
    const counters = await Promise.all([1, 2].map(() => bench.addCounter()));
    await bench.addBumper({
      record: 'event.payload.counterIds',
      input: { by: '${target == event.payload.counterIds[0] ? 3 : 5}' },
    });
    await bench.pingAndWait({ counters });
    expect(await Promise.all(counters.map((id) => bench.countOf(id)))).toEqual([3, 5]);
  });

  it('runs for the other target records if one of them fails', async () => {
    const bench = await lab.bench();
    const full = await bench.addCounter({ limit: 0 });
    const free = await bench.addCounter();
    const wire = await bench.addBumper({ record: 'event.payload.counterIds' });
    await bench.ping({ counters: [full, free] });
    const runs = await bench.finished(wire.id, 2);
    expect(runs.map(({ state }) => state).sort()).toEqual(['failed', 'succeeded']);
    expect(await bench.countOf(free)).toBe(1);
  });

  it('skips an event for which the record expression returns an empty list', async () => {
    const bench = await lab.bench();
    const wire = await bench.addBumper({ record: 'event.payload.counterIds', trace: true });
    await bench.pingAndWait({ counters: [] });
    expect(await bench.runs(wire.id)).toMatchObject([{ state: 'skipped', error: { code: 'no_record' } }]);
  });

  it('fails with more than 100 target records', async () => {
    const bench = await lab.bench();
    const counter = await bench.addCounter();
    const many = Array.from({ length: 101 }, (_, n) => `0190a6e2-7c1d-7b3a-9f00-${String(n).padStart(12, '0')}`);
    const wire = await bench.addBumper({ record: 'event.payload.counterIds' });
    await bench.ping({ counters: [counter, ...many.slice(1)] });
    const [run] = await bench.finished(wire.id, 1);
    expect(run).toMatchObject({
      state: 'failed',
      error: { code: 'validation_failed', details: [{ path: '/record' }] },
    });
    expect(await bench.countOf(counter)).toBe(0);
  });

  it('is the cause and the actor in the history of the record and in the events of its action', async () => {
    const bench = await lab.bench();
    const counter = await bench.addCounter();
    const wire = await bench.addBumper();
    const event = await bench.pingAndWait({ counter });
    const [run] = await bench.runs(wire.id);
    const cause = { wire_id: wire.id, run_id: run!.id, event_id: event };
    const { body: history } = await lab.server
      .as(bench.workspace.owner)
      .get<{ data: unknown[] }>(`${bench.path}/modules/lab/records/counter/${counter}/history`);
    expect(history.data[0]).toMatchObject({
      cause,
      actor: { id: wire.created_by, via: { type: 'wire', id: wire.id } },
    });
    const { body: log } = await lab.server
      .as(bench.workspace.owner)
      .get<{ data: unknown[] }>(`${bench.path}/event-log?name=lab.counter.bumped`);
    expect(log.data).toMatchObject([{ cause, payload: { counterId: counter } }]);
  });
});

/** Bumps the next counter too. */
const ON_BUMP = {
  name: 'On bump',
  event: 'lab.counter.bumped',
  condition: 'has(record.fields.next)',
  action: 'lab:bump',
  record: 'record.fields.next',
};

describe('a chain of wires', () => {
  it('lists the causes of each run', async () => {
    const bench = await lab.bench();
    const last = await bench.addCounter({ name: 'last' });
    const first = await bench.addCounter({ name: 'first', next: last });
    const onPing = await bench.addBumper({ name: 'On ping', condition: 'event.payload.note == "go"' });
    const onBump = await bench.addWire(ON_BUMP);
    const onward = await bench.addWire({
      event: 'lab.counter.bumped',
      condition: 'record.title == "last"',
      action: 'lab:ping',
      input: { note: 'done' },
    });
    const event = await bench.pingAndWait({ counter: first, note: 'go' });
    const [run] = await bench.runs(onward.id);
    expect(run).toMatchObject({ state: 'succeeded', depth: 3 });
    const { body } = await lab.server
      .as(bench.workspace.owner)
      .get<{ causes: unknown[] }>(`${bench.path}/wires/${onward.id}/runs/${run!.id}`);
    expect(body.causes).toMatchObject([
      {
        ...{ wire_id: onPing.id, wire_name: 'On ping', event_id: event, event: 'lab.ping.sent' },
        subject: { kind: 'lab:counter', id: first },
      },
      { wire_id: onBump.id, wire_name: 'On bump', event: 'lab.counter.bumped' },
    ]);
  });

  it('lists the events that a run emitted, and the runs that followed', async () => {
    const bench = await lab.bench();
    const last = await bench.addCounter({ name: 'last' });
    const first = await bench.addCounter({ name: 'first', next: last });
    const onPing = await bench.addBumper({ name: 'On ping' });
    const onBump = await bench.addWire(ON_BUMP);
    await bench.pingAndWait({ counter: first });
    const read = async (wire: string) => {
      const [run] = await bench.runs(wire);
      const { body } = await bench.client.get<object>(`${bench.path}/wires/${wire}/runs/${run?.id}`);
      return { run, body };
    };
    const [ping, bumped] = [await read(onPing.id), await read(onBump.id)];
    expect(ping.body).toMatchObject({
      subject: { kind: 'lab:counter', id: first },
      causes: [],
      effects: [
        {
          ...{ event: 'lab.counter.bumped', subject: { kind: 'lab:counter', id: first } },
          runs: [{ run_id: bumped.run?.id, wire_id: onBump.id, wire_name: 'On bump', state: 'succeeded' }],
        },
      ],
    });
    expect(bumped.body).toMatchObject({
      effects: [{ event: 'lab.counter.bumped', subject: { kind: 'lab:counter', id: last }, runs: [] }],
    });
  });

  it('ends after 8 runs and emits an event for the owner of the wire', async () => {
    const bench = await lab.bench();
    const counter = await bench.addCounter();
    const wire = await bench.addWire({
      event: 'lab.counter.bumped',
      action: 'lab:bump',
      record: 'event.payload.counterId',
    });
    const { status } = await lab.server
      .as(bench.workspace.owner)
      .post(
        `${bench.path}/modules/lab/actions/bump`,
        { record: { kind: 'lab:counter', id: counter }, input: {} },
        { headers: { prefer: 'wait=20' } },
      );
    expect(status).toBe(200);
    expect(await bench.countOf(counter)).toBe(1 + 8);
    const runs = await bench.runs(wire.id);
    expect(runs.map(({ state, depth }) => [state, depth])).toEqual([
      ['skipped', 9],
      ...[8, 7, 6, 5, 4, 3, 2, 1].map((depth) => ['succeeded', depth]),
    ]);
    expect(runs[0]!.error).toMatchObject({ code: 'loop_depth' });
    const { body: log } = await lab.server
      .as(bench.workspace.owner)
      .get<{ data: unknown[] }>(`${bench.path}/event-log?name=wires.loop.stopped`);
    expect(log.data).toMatchObject([{ payload: { wireId: wire.id, ownerId: bench.workspace.owner.id } }]);
  });

  it('ends as soon as a wire in mode `single` would follow from its own run for the same record', async () => {
    const bench = await lab.bench();
    const counter = await bench.addCounter();
    const wire = await bench.addWire({
      event: 'lab.counter.bumped',
      action: 'lab:bump',
      record: 'event.payload.counterId',
      mode: 'single',
    });
    await lab.server
      .as(bench.workspace.owner)
      .post(
        `${bench.path}/modules/lab/actions/bump`,
        { record: { kind: 'lab:counter', id: counter }, input: {} },
        { headers: { prefer: 'wait=20' } },
      );
    expect(await bench.countOf(counter)).toBe(2);
    expect(await bench.runs(wire.id)).toMatchObject([
      { state: 'skipped', error: { code: 're_entry' } },
      { state: 'succeeded' },
    ]);
  });

  it('continues in mode `single` if the next record is another one', async () => {
    const bench = await lab.bench();
    const third = await bench.addCounter();
    const second = await bench.addCounter({ next: third });
    const first = await bench.addCounter({ next: second });
    await bench.addWire({
      event: 'lab.counter.bumped',
      condition: 'has(record.fields.next)',
      action: 'lab:bump',
      record: 'record.fields.next',
      mode: 'single',
    });
    await lab.server
      .as(bench.workspace.owner)
      .post(
        `${bench.path}/modules/lab/actions/bump`,
        { record: { kind: 'lab:counter', id: first }, input: {} },
        { headers: { prefer: 'wait=20' } },
      );
    expect(await Promise.all([first, second, third].map((id) => bench.countOf(id)))).toEqual([1, 1, 1]);
  });
});

describe('a wire in mode queued', () => {
  it('executes its runs one after the other, in the order of commits', async () => {
    const bench = await lab.bench();
    const wire = await bench.addWire({ action: 'lab:log', input: { text: '#${event.payload.n}' }, mode: 'queued' });
    for (const n of [1, 2, 3, 4, 5, 6, 7, 8]) await bench.ping({ n });
    await Promise.all([9, 10, 11, 12].map((n) => bench.ping({ n })));
    await bench.finished(wire.id, 12);
    const texts = (await bench.entries()).map(({ text }) => Number(text.slice(1)));
    expect(texts.slice(0, 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const { body: log } = await lab.server
      .as(bench.workspace.owner)
      .get<{ data: { payload: { n: number } }[] }>(`${bench.path}/event-log?name=lab.ping.sent`);
    expect(texts).toEqual(log.data.map(({ payload }) => payload.n).reverse());
  });

  it('executes no later run before a failing run has failed permanently', async () => {
    const bench = await lab.bench();
    const full = await bench.addCounter({ limit: 0 });
    const free = await bench.addCounter();
    const wire = await bench.addBumper({ mode: 'queued' });
    await bench.ping({ counter: full });
    await bench.ping({ counter: free });
    const runs = await bench.finished(wire.id, 2);
    expect(runs.map(({ state }) => state)).toEqual(['succeeded', 'failed']);
    expect(Date.parse(runs[0]!.finished_at!)).toBeGreaterThanOrEqual(Date.parse(runs[1]!.finished_at!));
  });
});

describe('a run that fails', () => {
  it('is attempted five times if the error may be temporary', async () => {
    const bench = await lab.bench();
    const counter = await bench.addCounter({ limit: 0 });
    const wire = await bench.addBumper();
    await bench.ping({ counter });
    const [run] = await bench.finished(wire.id, 1);
    expect(run).toMatchObject({
      state: 'failed',
      attempts: 5,
      record_id: counter,
      error: { code: 'insufficient_stock' },
    });
    expect(await bench.wire(wire.id)).toMatchObject({ run_count: 1, failure_count: 1 });
    const { body: log } = await lab.server
      .as(bench.workspace.owner)
      .get<{ data: unknown[] }>(`${bench.path}/event-log?name=wires.run.failed`);
    expect(log.data).toMatchObject([{ payload: { wireId: wire.id, runId: run!.id, code: 'insufficient_stock' } }]);
  });

  it('because its action is not available for the record is skipped after the last attempt', async () => {
    const bench = await lab.bench();
    const [counter, other] = [await bench.addCounter(), await bench.addCounter({ count: 3 })];
    const wire = await bench.addBumper({ action: 'lab:reset' });
    await bench.pingAndWait({ counter });
    expect(await bench.runs(wire.id)).toMatchObject([
      {
        state: 'skipped',
        attempts: 4,
        record_id: counter,
        error: { code: 'not_available', message: "'lab:reset' cannot run: it is at zero." },
      },
    ]);
    expect(await bench.wire(wire.id)).toMatchObject({ failure_count: 0 });
    await bench.pingAndWait({ counter: other });
    expect(await bench.countOf(other)).toBe(0);
  });

  it('because its action is not available yet succeeds after another wire made it available', async () => {
    const bench = await lab.bench();
    const counter = await bench.addCounter();
    const wire = await bench.addBumper({ action: 'lab:reset' });
    await bench.addBumper();
    await bench.pingAndWait({ counter });
    expect([await bench.countOf(counter), await bench.runs(wire.id)]).toMatchObject([0, [{ state: 'succeeded' }]]);
  });

  it('keeps its id and its number of attempts if somebody retries it', async () => {
    const bench = await lab.bench();
    const client = lab.server.as(bench.workspace.owner);
    const counter = await bench.addCounter({ limit: 0 });
    const wire = await bench.addBumper();
    await bench.ping({ counter });
    const [failed] = await bench.finished(wire.id, 1);
    await client.patch(`${bench.path}/modules/lab/records/counter/${counter}`, { fields: { limit: 5 } });
    const retry = `${bench.path}/wires/${wire.id}/runs/${failed!.id}/retry`;
    const { status, body } = await client.post(retry);
    expect([status, body]).toEqual([200, expect.objectContaining({ id: failed!.id, state: 'pending', attempts: 5 })]);
    const [run] = await bench.finished(wire.id, 1);
    expect(run).toMatchObject({ id: failed!.id, state: 'succeeded', attempts: 6, error: null });
    expect(await bench.countOf(counter)).toBe(1);
    expect(await bench.wire(wire.id)).toMatchObject({ run_count: 1, failure_count: 0 });
    expect((await client.post(retry)).status).toBe(409);
    expect(await bench.countOf(counter)).toBe(1);
  });

  it('is not retried if its input is not valid', async () => {
    const bench = await lab.bench();
    const counter = await bench.addCounter();
    const wire = await bench.addBumper({ input: { by: '${event.payload.n}' } });
    await bench.ping({ counter, n: -1 });
    const [run] = await bench.finished(wire.id, 1);
    expect(run).toMatchObject({
      state: 'failed',
      attempts: 1,
      error: { code: 'validation_failed', details: [{ path: '/input/by' }] },
    });
  });

  it('is not retried if its target record does not exist', async () => {
    const bench = await lab.bench();
    const wire = await bench.addBumper();
    await bench.ping({ counter: '0190a6e2-7c1d-7b3a-9f00-00000000dead' });
    const [run] = await bench.finished(wire.id, 1);
    expect(run).toMatchObject({ state: 'failed', attempts: 1, error: { code: 'not_found' } });
  });

  it('is skipped instead if the record expression returns no record', async () => {
    const bench = await lab.bench();
    const wire = await bench.addBumper({ trace: true });
    await bench.pingAndWait();
    expect(await bench.runs(wire.id)).toMatchObject([{ state: 'skipped', error: { code: 'no_record' } }]);
  });

  it('rolls back the writes of an unexpected error, and reports the error in the log only', async () => {
    const bench = await lab.bench();
    const wire = await bench.addWire({ action: 'lab:stumble' });
    await bench.ping();
    const [run] = await bench.finished(wire.id, 1);
    expect(run).toMatchObject({ state: 'failed', attempts: 5, error: { code: 'internal' } });
    expect(JSON.stringify(run)).not.toContain('secret');
    expect(await bench.entries()).toEqual([]);
    const lines = lab.server.log.entries.filter(
      ({ level, details }) => level === 'error' && 'run' in details && details.run === run?.id,
    );
    expect(lines).toHaveLength(5);
  });

  it('is not retried after a mistake in the code of its action', async () => {
    const bench = await lab.bench();
    const wire = await bench.addWire({ action: 'lab:stumble', input: { mistake: true } });
    await bench.ping();
    const [run] = await bench.finished(wire.id, 1);
    expect(run).toMatchObject({ state: 'failed', attempts: 1, error: { code: 'internal' } });
    expect(await bench.entries()).toEqual([]);
  });

  it('is listed by the filter `state=failed`, apart from succeeded runs', async () => {
    const bench = await lab.bench();
    const client = lab.server.as(bench.workspace.owner);
    const [free, full] = [await bench.addCounter(), await bench.addCounter({ limit: 0 })];
    const wire = await bench.addBumper();
    for (const counter of [free, full, free]) await bench.ping({ counter });
    await bench.finished(wire.id, 3);
    expect(await bench.runs(wire.id, '&state=failed')).toMatchObject([{ record_id: full, state: 'failed' }]);
    expect(await bench.runs(wire.id, '&state=succeeded')).toHaveLength(2);
    const { body } = await client.get<{ data: unknown[]; total: number }>(
      `${bench.path}/wire-runs?state=failed&count=exact`,
    );
    expect([body.total, body.data]).toEqual([1, [expect.objectContaining({ wire_id: wire.id, state: 'failed' })]]);
  });
});

describe('the rights of a wire', () => {
  it('are the role of its creator when it runs', async () => {
    const bench = await lab.bench();
    const admin = await bench.workspace.admin();
    const counter = await bench.addCounter({ count: 7 });
    const { body: wire } = await lab.server.as(admin).post<{ id: string; created_by: string }>(`${bench.path}/wires`, {
      name: 'Reset',
      event: 'lab.ping.sent',
      action: 'lab:reset',
      record: 'event.payload.counterId',
    });
    expect(wire.created_by).toBe(admin.id);
    const owner = lab.server.as(bench.workspace.owner);
    await owner.patch(`${bench.path}/members/${admin.id}`, { role: 'viewer' });
    await bench.ping({ counter });
    const [lost] = await bench.finished(wire.id, 1);
    expect(lost).toMatchObject({ state: 'failed', attempts: 1, error: { code: 'forbidden' } });
    expect(await bench.countOf(counter)).toBe(7);
    await owner.delete(`${bench.path}/members/${admin.id}`);
    await bench.ping({ counter });
    const [gone] = await bench.finished(wire.id, 2);
    expect(gone).toMatchObject({ state: 'failed', attempts: 1, error: { code: 'forbidden' } });
    const { body: taken } = await owner.patch(`${bench.path}/wires/${wire.id}`, {
      created_by: bench.workspace.owner.id,
    });
    expect(taken).toMatchObject({ created_by: bench.workspace.owner.id });
    await bench.pingAndWait({ counter });
    expect(await bench.countOf(counter)).toBe(0);
  });

  it('cannot be taken from another member', async () => {
    const bench = await lab.bench();
    const admin = await bench.workspace.admin();
    const wire = await bench.addBumper();
    const { status, body } = await lab.server
      .as(admin)
      .patch(`${bench.path}/wires/${wire.id}`, { created_by: bench.workspace.owner.id.replace(/^./, 'f') });
    expect([status, body]).toMatchObject([422, { error: { details: [{ path: '/created_by' }] } }]);
  });
});

describe('Prefer: wait', () => {
  it('delays the response until the whole chain of runs has finished', async () => {
    const bench = await lab.bench();
    const last = await bench.addCounter();
    const first = await bench.addCounter({ next: last });
    await bench.addBumper();
    await bench.addWire({
      event: 'lab.counter.bumped',
      condition: 'has(record.fields.next)',
      action: 'lab:bump',
      record: 'record.fields.next',
    });
    await bench.pingAndWait({ counter: first });
    expect([await bench.countOf(first), await bench.countOf(last)]).toEqual([1, 1]);
  });

  it('does not wait for a paused run', async () => {
    const bench = await lab.bench();
    const wire = await bench.addBumper();
    const counter = await bench.addCounter({ limit: 0 });
    await bench.ping({ counter });
    const [failed] = await bench.finished(wire.id, 1);
    const client = lab.server.as(bench.workspace.owner);
    await client.patch(`${bench.path}/wires/${wire.id}`, { paused: true });
    await client.post(`${bench.path}/wires/${wire.id}/runs/${failed!.id}/retry`);
    await until('the run is paused', async () => (await bench.runs(wire.id)).some((run) => run.held === 'paused'));
    const { headers } = await client.post(
      `${bench.path}/modules/lab/actions/ping`,
      { input: { counter } },
      { headers: { prefer: 'wait=20' } },
    );
    expect(headers['preference-applied']).toBe('wait');
  });
});
