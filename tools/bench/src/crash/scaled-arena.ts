import { once } from 'node:events';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@cubit/postgres';
import { freePort, type Child } from '../program/child.js';
import { postmasterPid, startProduct } from '../program/product.js';
import { startRedis } from '../program/redis.js';
import type { Arena, ArenaOptions } from './arena.js';

const ROLES = ['api', 'api', 'worker', 'worker'] as const;

/** Two API processes and two workers on one PostgreSQL and one Redis, both of which are killed once. */
export async function scaledArena({ folder }: ArenaOptions): Promise<Arena> {
  const database = await startEmbeddedPostgres({ dataDir: folder, settings: { max_connections: '200' } });
  const { host, port, user, database: name } = database.connection;
  const redisPort = await freePort();
  let redis = await startRedis(redisPort);
  const env = {
    DATABASE_URL: `postgresql://${user}@localhost:${String(port)}/${name}?host=${encodeURIComponent(host)}`,
    REDIS_URL: `redis://127.0.0.1:${String(redisPort)}`,
  };
  const ports = await Promise.all(ROLES.map(() => freePort()));
  const start = (index: number): Promise<Child> =>
    startProduct({
      dataDir: folder,
      output: join(folder, `program-${String(index)}.log`),
      port: ports[index] ?? 0,
      env: { ...env, ROLES: ROLES[index] ?? 'api' },
    });
  const processes: Child[] = [];
  for (const [index] of ROLES.entries()) processes.push(await start(index));
  let turn = 0;
  return {
    title: 'two processes that answer, two that work, on PostgreSQL and Redis',
    origins: processes.flatMap(({ origin }, index) => (ROLES[index] === 'api' ? [origin] : [])),
    disasters: [
      async () => {
        redis.kill('SIGKILL');
        await once(redis, 'exit');
        redis = await startRedis(redisPort);
        return 'Redis, back empty';
      },
      async () => {
        // The signal of `pg_ctl stop -m immediate`. The supervisor restarts the database.
        process.kill(await postmasterPid(folder), 'SIGQUIT');
        return 'PostgreSQL, stopped at once';
      },
    ],
    async strike() {
      const index = turn++ % ROLES.length;
      await processes[index]?.kill();
      const back = await start(index);
      processes[index] = back;
      return `${ROLES[index] ?? ''} ${String(index + 1)}, back after ${back.startMs.toFixed(0)} ms`;
    },
    async stop() {
      await Promise.all(processes.map((child) => child.stop()));
      redis.kill('SIGTERM');
      await database.stop();
    },
  };
}
