import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, endedJob, type TestDatabase, until } from '@cubit/testing';
import { type Program, startProgram } from '@cubit/testing/shipped';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';

// The spec kills whole programs, and each time waits until the lease of a job expires.
jest.setTimeout(180_000);
const PARTS = 6_000;

let given: TestDatabase;
let dataDir: string;
let program: Program;
let token: string;
beforeAll(async () => {
  [given, dataDir] = await Promise.all([createTestDatabase(), mkdtemp(join(tmpdir(), 'cubit-killed-'))]);
  await start();
  ({ token } = await call<{ token: string }>('POST', '/me/registration', {
    json: { email: 'ada@example.org', name: 'Ada', password: 'correct horse battery' },
  }));
  await call('POST', '/me/orgs', { json: { slug: 'shop', name: 'Shop', modules: ['inventory'] } });
});
afterAll(async () => {
  await program.stop();
  await given.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<void> {
  const { connectionString: DATABASE_URL = '' } = given.connection;
  program = await startProgram({ environment: { DATABASE_URL, DATA_DIR: dataDir, RATE_LIMIT: 'off', WEB: 'off' } });
}

interface Sent {
  readonly json?: object;
  readonly csv?: string;
}

async function call<Body>(method: string, path: string, { json, csv }: Sent = {}): Promise<Body> {
  const type = json ? 'application/json' : 'text/csv';
  const response = await fetch(`${program.address}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    ...(json ? { body: JSON.stringify(json) } : csv === undefined ? {} : { body: csv }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text) as Body;
}

interface Job {
  readonly id: string;
  readonly state: string;
  readonly progress: { readonly done: number; readonly total: number | null };
  readonly result: Readonly<Record<string, unknown>> | null;
}

const ended = (id: string) => endedJob(() => call<Job>('GET', `/orgs/shop/jobs/${id}`));
/** Live parts, stock items and movements, and the parts in the trash. */
async function counts(): Promise<{ readonly live: number; readonly trash: number }> {
  const { rows } = await given.database.pool.query<{ live: number; trash: number }>(
    `select count(*) filter (where deleted_at is null)::int as live,
      count(*) filter (where deleted_at is not null and kind = 'inventory:part')::int as trash from record`,
  );
  return rows[0] ?? { live: 0, trash: 0 };
}

describe('the undo of an import whose process is killed', () => {
  it('goes on after what was done, as often as it is killed, and deletes everything once', async () => {
    const rows = Array.from({ length: PARTS }, (_, n) => `Part ${n},P-${n},${(n % 5) + 1}`);
    const csv = ['name,ipn,stock.qty', ...rows].join('\n');
    const file = await call<Job>('POST', '/orgs/shop/modules/inventory/records/part/import', { csv });
    expect(await ended(file.id)).toMatchObject({ state: 'succeeded', result: { created: PARTS } });
    expect((await counts()).live).toBe(3 * PARTS);
    const { id } = await call<Job>('POST', `/orgs/shop/jobs/${file.id}/undo`);
    for (const share of [0, 0.3]) {
      await until('more parts are gone', async () => (await counts()).trash > share * PARTS);
      await program.kill();
      const { live, trash } = await counts();
      // Each transaction is whole: the part with its stock and its ledger.
      expect(live).toBe(3 * (PARTS - trash));
      expect(trash).toBeLessThan(PARTS);
      await start();
    }
    expect(await ended(id)).toMatchObject({
      state: 'succeeded',
      progress: { done: 3 * PARTS, total: 3 * PARTS },
      result: { deleted: 2 * PARTS, set_back: 0, left: 0 },
    });
    expect(await counts()).toEqual({ live: 0, trash: PARTS });
  });
});
