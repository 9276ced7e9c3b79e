import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  buildPlatform,
  createTestKernel,
  RedisServer,
  ScriptProcess,
  type TestKernel,
  isRedisInstalled,
  rounds,
  until,
} from '@cubit/testing';
import { enginesHere } from '../../fixtures/engines.js';
import { jobsCapability, type JobsCapability } from '../jobs-capability.js';
import { createWakeQueue } from '../wake-queue/create-wake-queue.js';

const WORKER = new URL('../../fixtures/job-worker.mjs', import.meta.url);
const WORKSPACE = '01980a3e-5c00-7000-8000-000000000001';

describe.each(enginesHere(isRedisInstalled()))('a worker process on %s', (engine) => {
  let redis: RedisServer | null = null;
  let kernel: TestKernel;
  let capability: JobsCapability;
  const workers = new Set<ScriptProcess>();

  beforeAll(async () => {
    buildPlatform('jobs');
    redis = engine === 'redis' ? await RedisServer.started() : null;
    kernel = await createTestKernel({
      capabilities: ({ connection, log }) => {
        const queue = createWakeQueue({ connection, ...(redis ? { redisUrl: redis.url } : {}), log });
        capability = jobsCapability({ queue, roles: ['api'] });
        for (const type of ['spec:deadly', 'spec:steps'])
          capability.jobs.define(type, { handler: () => Promise.reject(new Error('This process runs no jobs.')) });
        return [capability];
      },
    });
    await kernel.database.pool.query('create table spec_note (what text not null, pid integer not null)');
    await kernel.kernel.start();
  });
  beforeEach(async () => {
    await kernel.database.pool.query('truncate spec_note');
  });
  afterEach(async () => {
    for (const worker of workers) await worker.end('SIGKILL');
    workers.clear();
  });
  afterAll(async () => {
    await kernel.close();
    await redis?.kill();
  });

  async function startWorker(): Promise<ScriptProcess> {
    const worker = await ScriptProcess.start(WORKER, [
      kernel.connection.connectionString ?? '',
      ...(redis ? [redis.url] : []),
    ]);
    workers.add(worker);
    return worker;
  }
  function workerOf(pid: number | undefined): ScriptProcess {
    const worker = [...workers].find(({ child }) => child.pid === pid);
    if (!worker) throw new Error(`No worker has the process id ${pid}.`);
    return worker;
  }
  const enqueue = (type: string, input: unknown) =>
    kernel.database.transaction((tx) => capability.jobs.enqueue(tx, { workspaceId: WORKSPACE, type, input }));
  async function notes(): Promise<readonly { readonly what: string; readonly pid: number }[]> {
    const { rows } = await kernel.database.pool.query<{ what: string; pid: number }>('select what, pid from spec_note');
    return rows;
  }
  async function jobOf(id: string) {
    const { rows } = await kernel.database.pool.query(
      'select state, result, attempts, lease_owner from job where id = $1',
      [id],
    );
    return rows[0] as unknown;
  }
  const succeeded = (id: string) => async () => (JSON.stringify(await jobOf(id)) ?? '').includes('succeeded');

  it('can be killed any number of times: another process runs its job', async () => {
    const DEATHS = rounds(5);
    await Promise.all([startWorker(), startWorker()]);
    const id = await enqueue('spec:deadly', { deaths: DEATHS });
    await until('it has begun', async () => (await notes()).length === 1);
    for (let death = 1; death <= DEATHS; death += 1) {
      const next = startWorker();
      await workerOf((await notes()).at(-1)?.pid).end('SIGKILL');
      // The next worker takes over later.
      await until('another one runs it', async () => (await notes()).length > death);
      await next;
    }
    await until('it has been survived', succeeded(id));
    expect(await notes()).toHaveLength(DEATHS + 1);
    expect(await jobOf(id)).toEqual({ state: 'succeeded', result: 'survived', attempts: 0, lease_owner: null });
  });

  it('that is killed between steps leaves the remaining steps to another, and no step runs twice', async () => {
    const first = await startWorker();
    const id = await enqueue('spec:steps', { steps: 12, stepMs: 100 });
    await until('some steps are done', async () => (await notes()).length >= 3);
    await first.end('SIGKILL');
    await startWorker();
    await until('all steps are done', succeeded(id));
    expect((await notes()).map(({ what }) => what)).toEqual(
      Array.from({ length: 12 }, (_, index) => `step ${index + 1}`),
    );
    expect(new Set((await notes()).map(({ pid }) => pid)).size).toBe(2);
  });

  it('that is suspended for longer than its lease does nothing more with the job', async () => {
    await Promise.all([startWorker(), startWorker()]);
    const id = await enqueue('spec:steps', { steps: 30, stepMs: 100 });
    await until('some steps are done', async () => (await notes()).length >= 3);
    const first = workerOf((await notes())[0]?.pid);
    first.child.kill('SIGSTOP');
    await until('the other one goes on', async () => {
      // A network would end the connection in the end; the open transaction of the step keeps the job locked.
      await kernel.database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and state = 'idle in transaction'
           and xact_start < clock_timestamp() - interval '1 second'`,
      );
      return (await notes()).some(({ pid }) => pid !== first.child.pid);
    });
    first.child.kill('SIGCONT');
    await until('all steps are done', succeeded(id));
    expect((await notes()).map(({ what }) => what)).toEqual(
      Array.from({ length: 30 }, (_, index) => `step ${index + 1}`),
    );
    expect(await jobOf(id)).toMatchObject({ state: 'succeeded', result: 'all steps', attempts: 0 });
  });

  it('finishes its job before it stops on SIGTERM', async () => {
    const worker = await startWorker();
    const id = await enqueue('spec:steps', { steps: 10, stepMs: 100 });
    await until('it has begun', async () => (await notes()).length >= 1);
    expect(await worker.end('SIGTERM')).toBe(0);
    expect(await jobOf(id)).toMatchObject({ state: 'succeeded', result: 'all steps' });
    expect(await notes()).toHaveLength(10);
  });
});
