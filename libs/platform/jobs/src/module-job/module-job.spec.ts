import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { errorOf } from '@cubit/core';
import {
  createTestServer,
  endedJob,
  recordStatements,
  type TestServer,
  type TestWorkspace,
  until,
} from '@cubit/testing';
import { gate } from '../../fixtures/gate.js';
import { Attempts, senderModule } from '../../fixtures/sender.module.js';
import type { Jobs } from '../job/jobs.js';
import { jobsCapability } from '../jobs-capability.js';
import { createWakeQueue } from '../wake-queue/create-wake-queue.js';

interface ShownJob {
  readonly id: string;
  readonly type: string;
  readonly state: string;
  readonly attempts: number;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly created_by: string | null;
}
interface Parcel {
  readonly id: string;
  readonly fields: { readonly name: string; readonly job: string; readonly carrier: string };
}

const attempts = new Attempts();
/** Of the first server. */
let jobs: Jobs;
const startServer = (sharedDatabase?: TestServer) =>
  createTestServer({
    modules: [senderModule(attempts)],
    ...(sharedDatabase && { sharedDatabase }),
    capabilities: ({ connection, log }) => {
      const capability = jobsCapability({
        queue: createWakeQueue({ connection, log }),
        roles: ['api', 'worker'],
        graceMs: 3_000,
      });
      if (!sharedDatabase) ({ jobs } = capability);
      capability.jobs.define('spec:own', { handler: () => Promise.resolve(null) });
      return [capability];
    },
  });

let server: TestServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await startServer();
  workspace = await server.workspace();
});
afterEach(() => {
  attempts.seen.length = 0;
  attempts.behaviour = () => Promise.resolve();
});
afterAll(() => server.close());

const send = (input: object, { path, owner } = workspace) =>
  server
    .as(owner)
    .post<{ result: { jobs: readonly string[] } }>(`${path}/modules/sender/actions/send`, { record: null, input });
async function sendOne(name: string, options: object = {}, place = workspace): Promise<string> {
  const { status, body, text } = await send({ names: [name], ...options }, place);
  if (status !== 200) throw new Error(`Sending failed with ${status}: ${text}`);
  return body.result.jobs[0] ?? '';
}
const read = async (id: string, { path, owner } = workspace) =>
  (await server.as(owner).get<ShownJob>(`${path}/jobs/${id}`)).body;
const ended = (id: string, place = workspace) => endedJob(() => read(id, place));
async function parcels({ path, owner } = workspace): Promise<readonly Parcel[]> {
  const { body } = await server.as(owner).get<{ data: readonly Parcel[] }>(`${path}/modules/sender/records/parcel`);
  return body.data;
}
const parcelsNamed = async (name: string, place = workspace) =>
  (await parcels(place)).filter(({ fields }) => fields.name === name);
const enable = (enabled: boolean, { path, owner }: TestWorkspace) =>
  server.as(owner).patch(`${path}/modules/sender`, { enabled });

describe('a job of a module', () => {
  it('runs after the commit, with the settings of the workspace, and writes as the person who caused it', async () => {
    const id = await sendOne('Vase');
    expect(await ended(id)).toMatchObject({
      ...{ type: 'sender:deliver', state: 'succeeded', attempts: 0, error: null, result: null },
      created_by: workspace.owner.id,
    });
    expect(attempts.of('Vase')).toEqual([{ key: id, attempt: 1, workspace: workspace.slug, name: 'Vase' }]);
    const [vase] = await parcelsNamed('Vase');
    expect(vase?.fields).toMatchObject({ job: id, carrier: 'pigeon' });
    const { body } = await server
      .as(workspace.owner)
      .get<{ data: readonly { actor: object }[] }>(`${workspace.path}/event-log?name=sender.parcel.sent`);
    expect(body.data[0]?.actor).toMatchObject({ type: 'user', id: workspace.owner.id });
  });

  it('does not run if the transaction that created it is rolled back', async () => {
    expect(await send({ names: ['Lost'], fails: true })).toMatchObject({ status: 409 });
    const { rows } = await server.database.pool.query("select 1 from job where input->'input'->>'name' = 'Lost'");
    expect(rows).toEqual([]);
    await ended(await sendOne('Found'));
    expect(attempts.of('Lost')).toEqual([]);
  });

  it('is tried again after an error, with the same key, and then counts no second effect', async () => {
    attempts.behaviour = ({ attempt }) => (attempt === 1 ? Promise.reject(new Error('no pigeon')) : Promise.resolve());
    const id = await sendOne('Retried');
    expect(await ended(id)).toMatchObject({ state: 'succeeded', attempts: 1 });
    expect(attempts.of('Retried').map(({ key, attempt }) => [key, attempt])).toEqual([
      [id, 1],
      [id, 2],
    ]);
    expect(await parcelsNamed('Retried')).toHaveLength(1);
  });

  it('fails visibly after its last attempt, without the details of a defect', async () => {
    attempts.behaviour = () => Promise.reject(new Error('the pigeon knows a secret'));
    const id = await sendOne('Doomed');
    expect(await ended(id)).toMatchObject({ state: 'failed', attempts: 3, error: { code: 'internal' } });
    expect(attempts.of('Doomed')).toHaveLength(3);
    const failed = await server
      .as(workspace.owner)
      .get<{ data: readonly ShownJob[] }>(`${workspace.path}/jobs?state=failed&type=sender:deliver`);
    expect(failed.body.data.map((job) => job.id)).toEqual([id]);
    expect(failed.text).not.toContain('secret');
    expect(await parcelsNamed('Doomed')).toEqual([]);
  });

  it('fails at once with a 4xx that no retry helps, and shows its message', async () => {
    attempts.behaviour = () => Promise.reject(errorOf('validation_failed', 'The address is not one.'));
    expect(await ended(await sendOne('Misaddressed'))).toMatchObject({
      ...{ state: 'failed', attempts: 1 },
      error: { code: 'validation_failed', message: 'The address is not one.' },
    });
    expect(attempts.of('Misaddressed')).toHaveLength(1);
  });

  it('fails at once with a mistake in its code, without details', async () => {
    attempts.behaviour = () => Promise.resolve((undefined as unknown as { readonly wings: number }).wings as never);
    expect(await ended(await sendOne('Mistaken'))).toMatchObject({
      ...{ state: 'failed', attempts: 1 },
      error: { code: 'internal' },
    });
    expect(attempts.of('Mistaken')).toHaveLength(1);
  });

  it('is tried again after a conflict of versions', async () => {
    attempts.behaviour = ({ attempt }) =>
      attempt === 1 ? Promise.reject(errorOf('version_conflict', 'Changed meanwhile.')) : Promise.resolve();
    expect(await ended(await sendOne('Contended'))).toMatchObject({ state: 'succeeded', attempts: 1 });
  });

  it('is created once for a key, in each workspace', async () => {
    const other = await server.workspace();
    const first = await sendOne('Keyed', { key: 'order/1' });
    expect(await sendOne('Keyed', { key: 'order/1' })).toBe(first);
    const second = await sendOne('Keyed', { key: 'order/2' });
    const foreign = await sendOne('Keyed', { key: 'order/1' }, other);
    expect(new Set([first, second, foreign]).size).toBe(3);
    for (const id of [first, second]) await ended(id);
    await ended(foreign, other);
    // Also after its end.
    expect(await sendOne('Keyed', { key: 'order/1' })).toBe(first);
    expect(
      attempts
        .of('Keyed')
        .map(({ key }) => key)
        .sort(),
    ).toEqual([first, second, foreign].sort());
  });

  it('writes in its own workspace alone, where other members do not see it', async () => {
    const other = await server.workspace();
    const id = await sendOne('Far', {}, other);
    await ended(id, other);
    expect(await parcelsNamed('Far', other)).toHaveLength(1);
    expect(await parcelsNamed('Far')).toEqual([]);
    expect(await server.as(workspace.owner).get(`${workspace.path}/jobs/${id}`)).toMatchObject({ status: 404 });
  });

  it('of many is created in one statement', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `Many ${index}`);
    const count = async (size: number) =>
      (await recordStatements(server.database, () => send({ names: names(size) }))).length;
    attempts.behaviour = () => Promise.resolve();
    expect(await count(40)).toBe(await count(1));
    await until(
      'all have run',
      async () => (await parcels()).filter(({ fields }) => fields.name.startsWith('Many')).length === 41,
    );
  });

  it('waits while its module is disabled, without an attempt, and runs once it is enabled', async () => {
    const other = await server.workspace();
    const hold = gate();
    attempts.behaviour = () => hold.opened;
    const id = await sendOne('Patient', {}, other);
    await until('it has begun', () => attempts.of('Patient').length === 1);
    expect(await enable(false, other)).toMatchObject({ status: 200 });
    hold.open();
    // Its transaction finds the module disabled.
    await until('it waits', async () => (await read(id, other)).state === 'queued');
    expect(await read(id, other)).toMatchObject({ attempts: 0, error: null });
    expect(await enable(true, other)).toMatchObject({ status: 200 });
    expect(await parcelsNamed('Patient', other)).toEqual([]);
    expect(await ended(id, other)).toMatchObject({ state: 'succeeded', attempts: 0 });
    expect(await parcelsNamed('Patient', other)).toHaveLength(1);
    expect(new Set(attempts.of('Patient').map(({ key, attempt }) => `${key} ${attempt}`))).toEqual(
      new Set([`${id} 1`]),
    );
  });

  it('is run by one process at a time, for longer than a lease', async () => {
    const hold = gate();
    attempts.behaviour = () => hold.opened;
    const id = await sendOne('Shared');
    await until('it has begun', () => attempts.of('Shared').length === 1);
    const second = await startServer(server);
    try {
      const { rows } = await server.database.pool.query<{ lease: Date }>(
        'select lease_until as lease from job where id = $1',
        [id],
      );
      await until('the first lease would have expired', async () => {
        const now = await server.database.pool.query<{ now: Date }>('select clock_timestamp() as now');
        return (now.rows[0]?.now ?? 0) > (rows[0]?.lease ?? 0);
      });
      expect(attempts.of('Shared')).toHaveLength(1);
      hold.open();
      expect(await ended(id)).toMatchObject({ state: 'succeeded' });
      expect(attempts.of('Shared')).toHaveLength(1);
      expect(await parcelsNamed('Shared')).toHaveLength(1);
    } finally {
      await second.close();
    }
  });

  it('delays no job of the program, however many wait for another system', async () => {
    const hold = gate();
    attempts.behaviour = () => hold.opened;
    const before = attempts.seen.length;
    await send({ names: Array.from({ length: 12 }, (_, index) => `Slow ${index}`) });
    // As many as run at once.
    await until('eight have begun', () => attempts.seen.length - before === 8);
    const own = await server.database.transaction((tx) =>
      jobs.enqueue(tx, { workspaceId: workspace.id, type: 'spec:own', input: null }),
    );
    expect(await ended(own)).toMatchObject({ state: 'succeeded' });
    expect(attempts.seen.length - before).toBe(8);
    hold.open();
    await until('all have run', () => attempts.seen.length - before === 12);
  });

  it('begins while another workspace has hundreds waiting, which had all workers to itself', async () => {
    const other = await server.workspace();
    const holds: ReturnType<typeof gate>[] = [];
    attempts.behaviour = async ({ name }) => {
      if (name !== 'Crowd') return;
      const hold = gate();
      holds.push(hold);
      await hold.opened;
    };
    await send({ names: Array.from({ length: 1_000 }, () => 'Crowd') }, other);
    await until('the crowd has all workers', () => holds.length === 8);
    const guest = await sendOne('Guest');
    // Each end of a job gives one worker to the next one.
    for (let ends = 0; attempts.of('Guest').length === 0; ends += 1) {
      holds[ends]?.open();
      await until('another job begins', () => attempts.seen.length > 8 + ends);
    }
    expect(await ended(guest)).toMatchObject({ state: 'succeeded' });
    expect(attempts.of('Crowd').length).toBeLessThan(500);

    await server.database.pool.query(
      `update job set state = 'cancelled', finished_at = now() where workspace_id = $1 and state = 'queued'`,
      [other.id],
    );
    for (const hold of holds) hold.open();
    await until('no job of the crowd runs', async () => {
      const { rows } = await server.database.pool.query(
        `select 1 from job where workspace_id = $1 and state = 'running'`,
        [other.id],
      );
      return rows.length === 0;
    });
  });

  it('is cancelled by the person who caused it, and writes nothing', async () => {
    const hold = gate();
    attempts.behaviour = () => hold.opened;
    const id = await sendOne('Stopped');
    await until('it has begun', () => attempts.of('Stopped').length === 1);
    expect(await server.as(workspace.owner).delete(`${workspace.path}/jobs/${id}`)).toMatchObject({ status: 204 });
    hold.open();
    expect(await ended(id)).toMatchObject({ state: 'cancelled' });
    expect(await parcelsNamed('Stopped')).toEqual([]);
  });

  it.each([
    ['input that does not fit: /name', { names: [''] }],
    ["job 'sender:lose', which it does not declare", { names: [], undeclared: true }],
    ['a key of 0 characters', { names: ['Keyless'], key: '' }],
    ['a key of 201 characters', { names: ['Keyless'], key: 'x'.repeat(201) }],
  ])('is refused with %s, as a fault of the module', async (fault, input) => {
    expect(await send(input)).toMatchObject({ status: 500, body: { error: { code: 'internal' } } });
    const messages = server.log.entries.map(({ details }) => String((details as { err?: Error }).err?.message));
    expect(messages.some((message) => message.includes(fault))).toBe(true);
  });
});
