import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer } from '@cubit/testing';
import type { LabBench } from '../../fixtures/lab-bench.js';
import { robot } from '../../fixtures/robot.module.js';
import { startLab, type Lab } from '../../fixtures/start-lab.js';

let lab: Lab<TestServer>;
let bench: LabBench & { readonly workspace: Awaited<ReturnType<TestServer['workspace']>> };
beforeAll(async () => {
  lab = await startLab(createTestServer, { modules: [robot] });
  bench = await lab.bench({ modules: ['lab'] });
});
afterAll(() => lab.close());

const logger = { action: 'lab:log', input: { text: 'x' } };
const bumper = { action: 'lab:bump', record: 'event.payload.counterId' };

describe('saving a wire', () => {
  it.each<[string, object, string, RegExp]>([
    [
      'an event that nobody declares',
      { ...logger, event: 'lab.ping.lost' },
      '/event',
      /'lab' has no event 'lab.ping.lost'/,
    ],
    ['an event of a module that is off', { ...logger, event: 'robot.note.made' }, '/event', /'robot' is not enabled/],
    ['an event of a module that is not installed', { ...logger, event: 'a.b.c' }, '/event', /'a' is not installed/],
    ['an unknown action', { action: 'lab:burn' }, '/action', /'lab' has no action 'lab:burn'/],
    ['an action of a module that is off', { action: 'robot:remark' }, '/action', /'robot' is not enabled/],
    [
      'a condition of the wrong type',
      { ...logger, condition: 'event.payload.n + 1' },
      '/condition',
      /true or false.*number/,
    ],
    [
      'a condition that names what is not there',
      { ...logger, condition: 'event.payload.m > 1' },
      '/condition',
      /no "m".*\(at position \d+\)/,
    ],
    ['a condition that does not parse', { ...logger, condition: 'event.payload.n >' }, '/condition', /ends too early/],
    ['an empty condition', { ...logger, condition: '' }, '/condition', /empty/],
    [
      'a condition on the record of an event about none',
      { ...logger, event: 'lab.quiet.kept', condition: 'record.title == "x"' },
      '/condition',
      /"record" is not known here/,
    ],
    [
      'a condition on a field that the record has not',
      { ...logger, condition: 'record.fields.coun > 1' },
      '/condition',
      /no "coun".*count/,
    ],
    [
      'a record that is no id',
      { ...bumper, record: 'event.payload.n' },
      '/record',
      /must give a text or a list of texts/,
    ],
    ['an action without its record', { action: 'lab:bump' }, '/record', /needs a record/],
    [
      'an action with a record that it does not take',
      { ...logger, record: 'event.payload.counterId' },
      '/record',
      /does not take a record/,
    ],
    ['an input of the wrong type', { ...bumper, input: { by: 'many' } }, '/input/by', /must be a number/],
    ['an input out of range', { ...bumper, input: { by: 0 } }, '/input/by', /greater than 0/],
    [
      'an expression of the wrong type',
      { ...bumper, input: { by: '${event.payload.note}' } },
      '/input/by',
      /returns a text/,
    ],
    [
      'a text where a number belongs',
      { ...bumper, input: { by: '${event.payload.n}0' } },
      '/input/by',
      /returns a text/,
    ],
    [
      'an expression that does not parse, deep in the input',
      { action: 'lab:log', input: { text: 'x', any: { a: [1, '${event.}'] } } },
      '/input/any/a/1',
      /\(at position \d+\)/,
    ],
    ['a missing member of the input', { action: 'lab:log', input: {} }, '/input/text', /is required/],
    ['an unknown member of the input', { ...bumper, input: { bi: 1 } }, '/input/bi', /is not known here/],
    [
      'an unknown member made by an expression',
      { ...bumper, input: { bi: '${event.payload.n}' } },
      '/input/bi',
      /not known here/,
    ],
    ['an unknown mode', { ...logger, mode: 'random' }, '/mode', /must be one of/],
    ['an unknown member', { ...logger, colour: 'red' }, '/colour', /is not known here/],
    ['a name without letters', { ...logger, name: '' }, '/name', /must not be empty/],
  ])('refuses %s and names its path', async (_, wire, path, message) => {
    const { status, body } = await bench.save(wire);
    expect([status, body.error?.details.map((detail) => detail.path)]).toEqual([422, [path]]);
    expect(body.error?.details[0]?.message).toMatch(message);
  });

  it('reports all faults together', async () => {
    const { body } = await bench.save({ ...bumper, condition: '1', record: 'true', input: { by: 'x', more: 1 } });
    expect(body.error?.details.map(({ path }) => path)).toEqual(['/condition', '/record', '/input/by', '/input/more']);
  });

  it('refuses an action that does not apply to the kind of the target', async () => {
    await bench.enable('robot');
    try {
      const { status, body } = await bench.save({
        event: 'robot.note.made',
        action: 'lab:bump',
        record: 'event.payload.noteId',
      });
      expect([status, body.error?.details]).toMatchObject([
        422,
        [
          {
            path: '/record',
            code: 'not_applicable',
            message: "'lab:bump' applies to 'lab:counter', not to 'robot:note'.",
          },
        ],
      ]);
    } finally {
      await bench.enable('robot', false);
    }
  });

  it.each<[string, object, string]>([
    ['deep nesting', { ...logger, condition: `${'('.repeat(400)}true${')'.repeat(400)}` }, '/condition'],
    [
      'a deep ladder of conditionals',
      { ...logger, condition: 'true ? '.repeat(100) + 'true' + ' : false'.repeat(100) },
      '/condition',
    ],
    ['a huge expression', { ...logger, condition: `event.payload.note == "${'x'.repeat(100_000)}"` }, '/condition'],
    ['a huge list', { ...logger, condition: `event.payload.n in [${'1,'.repeat(400)}1]`.repeat(2) }, '/condition'],
    ['a catastrophic regex', { ...logger, condition: 'event.payload.note.matches("(a+)+$")' }, '/condition'],
    [
      'comprehensions within each other',
      {
        ...logger,
        condition:
          'event.payload.counterIds.all(a, event.payload.counterIds.all(b, event.payload.counterIds.all(c, a == b)))',
      },
      '/condition',
    ],
    [
      'thousands of expressions in one input',
      { action: 'lab:log', input: { text: '${event.payload.n}'.repeat(5_000) } },
      '/input/text',
    ],
  ])('refuses %s', async (_, wire, path) => {
    const { status, body } = await bench.save(wire);
    expect([status, body.error?.details.map((detail) => detail.path)]).toEqual([422, [path]]);
  });

  it('refuses an input that is nested too deeply', async () => {
    const { status, body } = await bench.save({ action: 'lab:log', input: { text: 'x', any: deep(70) } });
    expect([status, body]).toMatchObject([400, { error: { code: 'invalid_json' } }]);
  });

  it('warns if the wire can trigger itself, directly or through other wires', async () => {
    const other = await lab.bench();
    const loop = await other.addWire({
      event: 'lab.counter.bumped',
      action: 'lab:bump',
      record: 'event.payload.counterId',
    });
    expect(loop.warnings).toEqual([
      {
        path: '/action',
        code: 'loop',
        message: expect.stringContaining('lab.counter.bumped → lab:bump → lab.counter.bumped'),
      },
    ]);
    const fine = await other.addBumper();
    expect(fine.warnings).toEqual([]);
    const back = await other.addWire({ event: 'lab.counter.bumped', action: 'lab:ping' });
    expect(back.warnings?.[0]?.message).toContain(
      'lab.counter.bumped → lab:ping → lab.ping.sent → lab:bump → lab.counter.bumped',
    );
    await other.client.patch(`${other.path}/wires/${fine.id}`, { enabled: false });
    const { body } = await other.client.patch<{ warnings: unknown[] }>(`${other.path}/wires/${back.id}`, {
      name: 'Back',
    });
    expect(body.warnings).toEqual([]);
  });

  it('requires the role that the action needs', async () => {
    const other = await lab.bench();
    const member = lab.server.as(await other.workspace.member());
    expect((await member.post(`${other.path}/wires`, { name: 'x', event: 'lab.ping.sent', ...logger })).status).toBe(
      403,
    );
    expect((await member.get(`${other.path}/wires`)).status).toBe(200);
  });
});

describe('a wire', () => {
  it('can be read, changed by merge patch, listed and deleted', async () => {
    const other = await lab.bench({ modules: ['lab'] });
    const { client, path } = other;
    const made = await client.post<{ id: string; created_at: string }>(`${path}/wires`, {
      name: 'Log',
      event: 'lab.ping.sent',
      action: 'lab:log',
      input: { text: 'x', number: 1 },
    });
    const { id, created_at } = made.body;
    const wire = {
      id,
      name: 'Log',
      enabled: true,
      paused: false,
      event: 'lab.ping.sent',
      condition: null,
      action: 'lab:log',
      record: null,
      input: { text: 'x', number: 1 },
      mode: 'parallel',
      trace: false,
      rate_cap: null,
      default: null,
      blocked: null,
      tripped: null,
      created_by: other.workspace.owner.id,
      created_at,
      updated_at: created_at,
      last_run_at: null,
      run_count: 0,
      failure_count: 0,
    };
    expect([made.status, made.body]).toEqual([201, { ...wire, warnings: [] }]);
    expect((await client.get(`${path}/wires/${id}`)).body).toEqual(wire);
    const patch = { condition: 'event.payload.n > 1', input: { number: null, flag: true } };
    expect((await client.patch(`${path}/wires/${id}`, patch)).body).toMatchObject({
      condition: 'event.payload.n > 1',
      input: { text: 'x', flag: true },
    });
    expect((await client.patch(`${path}/wires/${id}`, { condition: null })).body).toMatchObject({ condition: null });
    expect((await client.get<{ data: unknown[] }>(`${path}/wires?event=lab.quiet.kept`)).body.data).toEqual([]);
    expect((await client.get<{ data: unknown[] }>(`${path}/wires?event=lab.ping.sent`)).body.data).toHaveLength(1);
    const as = lab.server.as(other.workspace.owner);
    expect((await as.delete(`${path}/wires/${id}`)).status).toBe(204);
    expect((await as.delete(`${path}/wires/${id}`)).status).toBe(404);
    expect((await client.get(`${path}/wires/${id}`)).status).toBe(404);
    expect((await client.get(`${path}/wires/${id}/runs`)).status).toBe(404);
  });

  it('does not react to events from before it was created', async () => {
    const other = await lab.bench();
    for (let n = 0; n < 10; n += 1) await other.ping();
    const wire = await other.addWire({ action: 'lab:log', input: { text: 'x' } });
    await other.pingAndWait();
    expect(await other.runs(wire.id)).toHaveLength(1);
  });

  it('uses its new definition from the next event on', async () => {
    const other = await lab.bench();
    const wire = await other.addWire({ action: 'lab:log', input: { text: 'before' } });
    await other.pingAndWait();
    await other.client.patch(`${other.path}/wires/${wire.id}`, { input: { text: 'after' } });
    await other.pingAndWait();
    expect((await other.entries()).map(({ text }) => text)).toEqual(['before', 'after']);
  });

  it('executes no pending run after it was deleted', async () => {
    const other = await lab.bench();
    const counter = await other.addCounter({ limit: 0 });
    const wire = await other.addBumper();
    await other.ping({ counter });
    const as = lab.server.as(other.workspace.owner);
    await as.delete(`${other.path}/wires/${wire.id}`);
    await other.pingAndWait({ counter });
    const { body } = await other.client.get<{ data: { state: string }[] }>(`${other.path}/wire-runs?state=pending`);
    expect(body.data).toEqual([]);
  });

  it('cannot be read or changed from another workspace', async () => {
    const [mine, other] = [await lab.bench(), await lab.bench()];
    const wire = await mine.addBumper();
    const counter = await mine.addCounter();
    await mine.pingAndWait({ counter });
    const [run] = await mine.runs(wire.id);
    for (const path of [`/wires/${wire.id}`, `/wires/${wire.id}/runs`, `/wires/${wire.id}/runs/${run!.id}`])
      expect((await other.client.get(`${other.path}${path}`)).status).toBe(404);
    for (const path of [
      `/wires/${wire.id}/test`,
      `/wires/${wire.id}/resume`,
      `/wires/${wire.id}/runs/${run!.id}/retry`,
    ])
      expect((await other.client.post(`${other.path}${path}`, {})).status).toBe(404);
    expect((await other.client.patch(`${other.path}/wires/${wire.id}`, { name: 'x' })).status).toBe(404);
  });

  it('is listed exactly once over all pages', async () => {
    const other = await lab.bench({ modules: ['lab'] });
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) made.push((await other.addWire({ ...logger, name: `Wire ${n}` })).id);
    const seen: string[] = [];
    for (let cursor = ''; ;) {
      const { body } = await other.client.get<{ data: { id: string }[]; next_cursor: string | null; total: number }>(
        `${other.path}/wires?limit=2&count=exact${cursor}`,
      );
      expect(body.total).toBe(5);
      seen.push(...body.data.map(({ id }) => id));
      if (body.next_cursor === null) break;
      cursor = `&cursor=${body.next_cursor}`;
    }
    expect(seen).toEqual(made);
    expect((await other.client.get(`${other.path}/wires?cursor=rubbish`)).status).toBe(400);
  });

  it('lists its runs in pages, newest first', async () => {
    const other = await lab.bench();
    const wire = await other.addWire(logger);
    for (let n = 0; n < 5; n += 1) await other.pingAndWait();
    const all = (await other.runs(wire.id)).map(({ id }) => id);
    const first = await other.client.get<{ data: { id: string }[]; next_cursor: string }>(
      `${other.path}/wires/${wire.id}/runs?limit=3`,
    );
    const second = await other.client.get<{ data: { id: string }[]; next_cursor: null }>(
      `${other.path}/wires/${wire.id}/runs?limit=3&cursor=${first.body.next_cursor}`,
    );
    expect([...first.body.data, ...second.body.data].map(({ id }) => id)).toEqual(all);
    expect(second.body.next_cursor).toBeNull();
  });
});

function deep(levels: number): unknown {
  return levels === 0 ? 'x' : [deep(levels - 1)];
}
