import { endedJob, type TestWorkspace, until } from '@cubit/testing';
import { type ShippedServer, startShippedServer } from '@cubit/testing/shipped';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Job } from '../fixtures/archive-instance.js';
import { sendImport } from '../fixtures/import-file.js';

// The spec kills whole programs, and each time waits until the lease of a job expires.
jest.setTimeout(180_000);
const PARTS = 6_000;

let server: ShippedServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await startShippedServer();
  workspace = await server.workspace({ modules: ['inventory'] });
});
afterAll(() => server.close());

const client = () => server.as(workspace.owner);
const ended = (id: string) => endedJob(async () => (await client().get<Job>(`${workspace.path}/jobs/${id}`)).body);
/** Live parts, stock items and movements, and the parts in the trash. */
async function counts(): Promise<{ readonly live: number; readonly trash: number }> {
  const { rows } = await server.database.pool.query<{ live: number; trash: number }>(
    `select count(*) filter (where deleted_at is null)::int as live,
      count(*) filter (where deleted_at is not null and kind = 'inventory:part')::int as trash from record`,
  );
  return rows[0] ?? { live: 0, trash: 0 };
}

describe('the undo of an import whose process is killed', () => {
  it('goes on after what was done, as often as it is killed, and deletes everything once', async () => {
    const rows = Array.from({ length: PARTS }, (_, n) => `Part ${n},P-${n},${(n % 5) + 1}`);
    const content = ['name,ipn,stock.qty', ...rows].join('\n');
    const { body: file } = await sendImport(client(), { workspace, kind: 'inventory:part', file: { content } });
    expect(await ended(file.id)).toMatchObject({ state: 'succeeded', result: { created: PARTS } });
    expect((await counts()).live).toBe(3 * PARTS);
    const { body: undo } = await client().post<Job>(`${workspace.path}/jobs/${file.id}/undo`);
    for (const share of [0, 0.3]) {
      await until('more parts are gone', async () => (await counts()).trash > share * PARTS);
      await server.kill();
      const { live, trash } = await counts();
      // Each transaction is whole: the part with its stock and its ledger.
      expect(live).toBe(3 * (PARTS - trash));
      expect(trash).toBeLessThan(PARTS);
      await server.restart();
    }
    expect(await ended(undo.id)).toMatchObject({
      state: 'succeeded',
      progress: { done: 3 * PARTS, total: 3 * PARTS },
      result: { deleted: 2 * PARTS, set_back: 0, left: 0 },
    });
    expect(await counts()).toEqual({ live: 0, trash: PARTS });
  });
});
