import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { errorOf } from '@cubit/core';
import {
  createTestServer,
  RedisServer,
  type TestServer,
  type TestUser,
  type TestWorkspace,
  isRedisInstalled,
  until,
} from '@cubit/testing';
import { enginesHere } from '../../fixtures/engines.js';
import { gate } from '../../fixtures/gate.js';
import { jobsCapability, type JobsCapability } from '../jobs-capability.js';
import { createWakeQueue } from '../wake-queue/create-wake-queue.js';
import type { JobContext } from './job-definition.js';
import type { NewJob } from './jobs.js';

interface ShownJob {
  readonly id: string;
  readonly type: string;
  readonly state: string;
  readonly progress: { readonly done: number; readonly total: number | null };
  readonly result: unknown;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly attempts: number;
  readonly created_by: string | null;
}

const FAST = { firstMs: 20, longestMs: 40 };

describe.each(enginesHere(isRedisInstalled()))('jobs on %s', (engine) => {
  let redis: RedisServer | null = null;
  let server: TestServer;
  let capability: JobsCapability;
  let workspace: TestWorkspace;
  let member: TestUser;
  /** The current handler, which the test sets, and the calls that it got. */
  let handler: (job: JobContext) => Promise<unknown> = () => Promise.resolve(null);
  let begun: JobContext[] = [];

  beforeAll(async () => {
    redis = engine === 'redis' ? await RedisServer.started() : null;
    server = await createTestServer({
      capabilities: ({ connection, log }) => {
        const queue = createWakeQueue({ connection, ...(redis ? { redisUrl: redis.url } : {}), log });
        capability = jobsCapability({ queue, roles: ['api', 'worker'], graceMs: 3_000 });
        const run = (job: JobContext) => {
          begun.push(job);
          return handler(job);
        };
        capability.jobs.define('spec:work', { maxAttempts: 3, backoff: FAST, handler: run });
        capability.jobs.define('spec:other', { handler: run });
        for (const [type, backoff] of [['spec:turn', FAST] as const, ['spec:patient', { firstMs: 3_600_000 }] as const])
          capability.jobs.define<{ readonly turn: string | null }, unknown>(type, {
            turn: ({ turn }) => turn,
            backoff,
            handler: (job) => run(job as JobContext),
          });
        return [capability];
      },
    });
    workspace = await server.workspace();
    member = await workspace.member();
  });
  afterEach(() => {
    begun = [];
    handler = () => Promise.resolve(null);
  });
  afterAll(async () => {
    await server.close();
    await redis?.kill();
  });

  const enqueue = (job: Partial<NewJob> = {}) =>
    server.database.transaction((tx) =>
      capability.jobs.enqueue(tx, { workspaceId: workspace.id, type: 'spec:work', input: {}, ...job }),
    );
  const pathOf = (id: string) => `${workspace.path}/jobs/${id}`;
  const read = async (id: string) => (await server.as(member).get<ShownJob>(pathOf(id))).body;
  const cancel = (id: string, as: TestUser = workspace.owner) =>
    server.as(as).request({ method: 'DELETE', path: pathOf(id) });
  async function ended(id: string): Promise<ShownJob> {
    await until('the job has ended', async () => ['succeeded', 'failed', 'cancelled'].includes((await read(id)).state));
    return read(id);
  }
  async function runs(): Promise<JobContext> {
    await until('it runs', () => begun.length > 0);
    return begun[0]!;
  }

  it('runs an enqueued job and stores its result', async () => {
    handler = ({ input }) => Promise.resolve({ doubled: (input as { readonly n: number }).n * 2 });
    const id = await enqueue({ input: { n: 21 }, createdBy: member.id });
    expect(await ended(id)).toMatchObject({
      id,
      type: 'spec:work',
      state: 'succeeded',
      result: { doubled: 42 },
      error: null,
      attempts: 0,
      created_by: member.id,
    });
    expect(begun).toHaveLength(1);
  });

  it('runs no job that was enqueued in a transaction that was rolled back', async () => {
    const rolledBack = server.database.transaction(async (tx) => {
      await capability.jobs.enqueue(tx, { workspaceId: workspace.id, type: 'spec:work', input: 'lost' });
      throw new Error('changed its mind');
    });
    await expect(rolledBack).rejects.toThrow('changed its mind');
    await ended(await enqueue({ input: 'kept' }));
    expect(begun.map(({ input }) => input)).toEqual(['kept']);
  });

  it('is one job, however often it is enqueued with the same id', async () => {
    const id = server.kernel.services.newId();
    await Promise.all(['first', 'second', 'third'].map((input) => enqueue({ id, input })));
    await ended(id);
    await enqueue({ id, input: 'late' });
    await ended(await enqueue({ input: 'last' }));
    expect(begun.map((job) => job.id).filter((each) => each === id)).toHaveLength(1);
  });

  it('refuses an unknown type, and a second definition of a type', async () => {
    await expect(enqueue({ type: 'spec:unknown' })).rejects.toThrow("'spec:unknown' is not defined");
    expect(() => capability.jobs.define('spec:work', { handler: () => Promise.resolve() })).toThrow('defined twice');
  });

  it('waits for the delay', async () => {
    const delayed = await enqueue({ input: 'delayed', delayMs: 600 });
    await ended(await enqueue({ input: 'at once' }));
    expect((await read(delayed)).state).toBe('queued');
    await ended(delayed);
    expect(begun.map(({ input }) => input)).toEqual(['at once', 'delayed']);
  });

  it('runs jobs of a turn one after the other, in their order, and all others beside them', async () => {
    const held = gate();
    const turnOf = ({ input }: JobContext) => (input as { readonly turn: string | null }).turn;
    let running = 0;
    let most = 0;
    handler = async (job) => {
      if (turnOf(job) !== 'a' || job.workspaceId !== workspace.id) return;
      running += 1;
      most = Math.max(most, running);
      await held.opened;
      running -= 1;
    };
    const ids: string[] = [];
    for (const turn of ['a', 'a', 'a', 'a']) ids.push(await enqueue({ type: 'spec:turn', input: { turn } }));
    await until('the first runs', () => running === 1);
    for (const turn of ['b', null]) await ended(await enqueue({ type: 'spec:turn', input: { turn } }));
    const other = await server.workspace();
    const elsewhere = await enqueue({ workspaceId: other.id, type: 'spec:turn', input: { turn: 'a' } });
    await until('the other workspace has its own turn', () => begun.some(({ id }) => id === elsewhere));
    expect((await Promise.all(ids.map(read))).map(({ state }) => state)).toEqual([
      'running',
      'queued',
      'queued',
      'queued',
    ]);
    held.open();
    for (const id of ids) expect(await ended(id)).toMatchObject({ state: 'succeeded' });
    expect(begun.filter((job) => ids.includes(job.id)).map(({ id }) => id)).toEqual(ids);
    expect(most).toBe(1);
  });

  it('gives the turn to the next job while a failed one waits for its next attempt', async () => {
    handler = ({ input }) =>
      (input as { readonly name: string }).name === 'first'
        ? Promise.reject(new Error('not yet'))
        : Promise.resolve('done');
    const [first = '', second = ''] = await Promise.all(
      ['first', 'second'].map((name) => enqueue({ type: 'spec:patient', input: { turn: 'c', name } })),
    );
    expect(await ended(second)).toMatchObject({ state: 'succeeded', result: 'done' });
    await until('the first has failed once', async () => (await read(first)).attempts === 1);
    expect((await read(first)).state).toBe('queued');
    expect((await cancel(first)).status).toBe(204);
  });

  it('retries a failed job, and passes the number of the attempt', async () => {
    handler = ({ attempt }) => (attempt < 3 ? Promise.reject(new Error('not yet')) : Promise.resolve('at last'));
    const job = await ended(await enqueue());
    expect(job).toMatchObject({ state: 'succeeded', result: 'at last', error: null, attempts: 2 });
    expect(begun.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  });

  it('fails after the last attempt, and logs the details instead of showing them', async () => {
    handler = () => Promise.reject(new Error('password is hunter2'));
    const job = await ended(await enqueue());
    expect(job).toMatchObject({ state: 'failed', attempts: 3, error: { code: 'internal' } });
    expect(JSON.stringify(job)).not.toContain('hunter2');
    expect(begun).toHaveLength(3);
  });

  it('retries a conflict, but not an invalid input', async () => {
    handler = () => Promise.reject(errorOf('conflict', 'Somebody else is at it.'));
    expect(await ended(await enqueue())).toMatchObject({ state: 'failed', attempts: 3, error: { code: 'conflict' } });
    handler = () => Promise.reject(errorOf('forbidden', 'Not with this role.'));
    expect(await ended(await enqueue())).toMatchObject({
      state: 'failed',
      attempts: 1,
      error: { code: 'forbidden', message: 'Not with this role.' },
    });
  });

  it('does not count an attempt that failed because the database was unavailable', async () => {
    let times = 0;
    handler = ({ attempt }) => {
      times += 1;
      if (times === 1) return Promise.reject(errorOf('unavailable', 'The database cannot be reached at the moment.'));
      return Promise.resolve(attempt);
    };
    expect(await ended(await enqueue())).toMatchObject({ state: 'succeeded', result: 1, attempts: 0 });
  });

  it('shows its progress, while it runs and afterwards', async () => {
    const watched = gate();
    handler = async ({ progress, signal }) => {
      for (let done = 1; !signal.aborted && done < 1_000; done += 1) {
        progress(Math.min(done, 7), 9);
        // eslint-disable-next-line no-restricted-syntax -- the pace of a handler, on which nothing depends
        await Promise.race([watched.opened, new Promise((resolve) => setTimeout(resolve, 50))]);
        if ((await read(id)).progress.done > 0) break;
      }
      await watched.opened;
      progress(9);
    };
    const id = await enqueue();
    await until('progress is seen', async () => (await read(id)).progress.done > 0);
    expect(await read(id)).toMatchObject({ state: 'running', progress: { total: 9 } });
    watched.open();
    expect((await ended(id)).progress).toEqual({ done: 9, total: 9 });
  });

  it('gives a later attempt the checkpoint that an earlier one saved in the transaction of its step', async () => {
    handler = async ({ attempt, checkpoint, transaction, save }) => {
      if (attempt > 1) return checkpoint;
      await transaction((tx) => save(tx, { step: 1 }));
      await transaction(async (tx) => {
        await save(tx, { step: 2 });
        throw new Error('rolled back');
      });
      return null;
    };
    expect((await ended(await enqueue())).result).toEqual({ step: 1 });
  });

  describe('cancelling', () => {
    it('ends a queued job at once', async () => {
      const id = await enqueue({ delayMs: 60_000 });
      expect((await cancel(id)).status).toBe(204);
      expect((await read(id)).state).toBe('cancelled');
      expect((await cancel(id)).status).toBe(204);
    });

    it('signals a running job, which is cancelled once it ends', async () => {
      handler = ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        });
      const id = await enqueue();
      await runs();
      expect((await cancel(id)).status).toBe(204);
      expect(await ended(id)).toMatchObject({ state: 'cancelled', error: null, attempts: 0 });
      expect(begun).toHaveLength(1);
    });

    it('reaches a job of another process when that process renews its lease', async () => {
      handler = ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        });
      const id = await enqueue();
      await runs();
      await server.database.pool.query('update job set cancel_requested_at = now() where id = $1', [id]);
      expect((await ended(id)).state).toBe('cancelled');
    });

    it('keeps the outcome of a job that ended before it received the signal', async () => {
      const go = gate();
      handler = () => go.opened.then(() => 'done');
      const id = await enqueue();
      await runs();
      await cancel(id);
      go.open();
      expect(await ended(id)).toMatchObject({ state: 'succeeded', result: 'done' });
    });

    it('is refused for a job that has ended, and below admin for jobs of others', async () => {
      const id = await enqueue({ createdBy: member.id });
      await ended(id);
      expect(await cancel(id)).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
      const waiting = await enqueue({ delayMs: 60_000 });
      expect((await cancel(waiting, member)).status).toBe(403);
      expect((await cancel(waiting, await workspace.viewer())).status).toBe(403);
      expect((await cancel(waiting, await workspace.admin())).status).toBe(204);
      const own = await enqueue({ delayMs: 60_000, createdBy: member.id });
      expect((await cancel(own, member)).status).toBe(204);
    });
  });

  describe('the list', () => {
    it('pages from the newest, filtered by state and type', async () => {
      const other = await server.workspace();
      const list = async (query: string) =>
        (
          await server
            .as(other.owner)
            .get<{ data: ShownJob[]; next_cursor: string | null; total?: number }>(`${other.path}/jobs?${query}`)
        ).body;
      const ids: string[] = [];
      for (const type of ['spec:work', 'spec:other', 'spec:work'])
        ids.push(await enqueue({ workspaceId: other.id, type, delayMs: 60_000 }));
      const first = await list('limit=2&count=exact');
      expect(first.data.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
      expect(first.total).toBe(3);
      const second = await list(`limit=2&cursor=${first.next_cursor}`);
      expect(second).toMatchObject({ data: [{ id: ids[0] }], next_cursor: null });
      expect((await list('type=spec:other')).data.map(({ id }) => id)).toEqual([ids[1]]);
      expect((await list('state=running')).data).toEqual([]);
      const foreign = await server.as(other.owner).get(`${other.path}/jobs?state=queued&cursor=${first.next_cursor}`);
      expect(foreign.body).toMatchObject({ error: { code: 'invalid_cursor' } });
    });

    it('refuses an unknown state and an unknown parameter', async () => {
      for (const query of ['state=done', 'order=age'])
        expect(await server.as(member).get(`${workspace.path}/jobs?${query}`)).toMatchObject({
          status: 400,
          body: { error: { code: 'invalid_query' } },
        });
    });
  });

  it('shows no job outside its workspace', async () => {
    const id = await enqueue({ delayMs: 60_000 });
    const other = await server.workspace();
    const foreign = `${other.path}/jobs/${id}`;
    const unknown = `${other.path}/jobs/${server.kernel.services.newId()}`;
    const strip = ({ status, text }: { readonly status: number; readonly text: string }) => ({ status, text });
    const client = server.as(other.owner);
    expect(strip(await client.get(foreign))).toEqual(strip(await client.get(unknown)));
    expect((await client.get(foreign)).status).toBe(404);
    expect((await client.request({ method: 'DELETE', path: foreign })).status).toBe(404);
    expect((await read(id)).state).toBe('queued');
  });

  it('is woken by the sweeper if its wake-up was lost', async () => {
    await server.database.pool.query(
      `insert into job (workspace_id, id, type, state, input, max_attempts, available_at, created_at)
       values ($1, $2, 'spec:work', 'queued', '"lost"', 3, now() - interval '5 s', now())`,
      [workspace.id, server.kernel.services.newId()],
    );
    expect((await runs()).input).toBe('lost');
  });

  it('returns a job that does not end in time to the queue when the process stops, and discards its later writes', async () => {
    const late = gate();
    const effects: unknown[] = [];
    let second: Promise<unknown> = Promise.resolve();
    const back = gate();
    handler = ({ transaction }) =>
      late.opened.then(() => {
        second = transaction((tx) => {
          effects.push(tx);
          return Promise.resolve();
        }).catch((error: unknown) => error);
        back.open();
        return second;
      });
    const id = await enqueue();
    await runs();
    await server.kernel.stop();
    const { rows } = await server.database.pool.query('select state, lease_owner from job where id = $1', [id]);
    expect(rows).toEqual([{ state: 'queued', lease_owner: null }]);
    late.open();
    await back.opened;
    expect(await second).toMatchObject({ message: 'The job was taken over by another process.' });
    expect(effects).toEqual([]);
  });
});
