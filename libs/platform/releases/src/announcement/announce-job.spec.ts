import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CapabilityFactory, CapabilityHost } from '@cubit/runtime';
import type { Transaction } from '@cubit/database';
import type { JobContext } from '@cubit/jobs';
import { createTestKernel, type TestKernel } from '@cubit/testing';
import { sql, type Kysely } from 'kysely';
import { releases } from '../releases.module.js';
import { releaseTables } from '../tables/0001-releases.js';
import { announceJob } from './announce-job.js';

/** More than two steps of the job. */
const WORKSPACES = 120;
const ANNOUNCEMENT = '0190a6e2-7c1d-7b3a-9f00-00000000aaaa';

let kernel: TestKernel;
let host: CapabilityHost;
const capability: CapabilityFactory = {
  name: 'releases',
  migrations: {
    '0001-releases': { up: async (db: Kysely<unknown>) => void (await sql.raw(releaseTables).execute(db)) },
  },
  create(given) {
    host = given;
    return { name: 'releases' };
  },
};

beforeAll(async () => {
  kernel = await createTestKernel({ modules: [releases], capabilities: () => [capability] });
  await addWorkspaces();
});
afterAll(() => kernel.close());

/** Each has its own member, and one user is a member of all. */
async function addWorkspaces(): Promise<void> {
  await sql`
    with person as (
      insert into app_user (id, email, email_key, name, password_hash, created_at, updated_at)
      select gen_random_uuid(), 'person' || n || '@example.org', 'person' || n, 'Person', 'none', now(), now()
      from generate_series(0, ${sql.lit(WORKSPACES)}) n
      returning id, email
    ), place as (
      insert into workspace (id, slug, name, created_by, created_at)
      select gen_random_uuid(), 'place-' || n, 'Place', (select id from person limit 1), now()
      from generate_series(1, ${sql.lit(WORKSPACES)}) n
      returning id, slug
    ), module as (
      insert into workspace_module (workspace_id, module, enabled, settings) select id, 'releases', true, '{}' from place
    )
    insert into member (workspace_id, user_id, role, created_at)
    select place.id, person.id, 'member', now() from place join person
      on person.email in ('person0@example.org', 'person' || substr(place.slug, 7) || '@example.org')`.execute(
    kernel.database.db,
  );
  await sql`insert into release_announcement (id, version, title, notes, audience, announced_at)
    values (${ANNOUNCEMENT}, '1.0.0', 'Floor plans', 'Draw.', 'all', now())`.execute(kernel.database.db);
}

/** A job whose process is killed during its third transaction, before the commit, while `dies` is true. */
function jobThat({ dies, kept }: { readonly dies: boolean; readonly kept: { checkpoint: unknown } }) {
  let steps = 0;
  const job: Partial<JobContext<object>> = {
    id: ANNOUNCEMENT,
    checkpoint: kept.checkpoint,
    signal: new AbortController().signal,
    transaction: (work) =>
      kernel.database.transaction(async (tx: Transaction) => {
        const value = await work(tx);
        steps += 1;
        if (dies && steps === 3) throw new Error('killed');
        return value;
      }),
    save: (tx, checkpoint) => {
      tx.afterCommit(() => {
        kept.checkpoint = checkpoint;
      });
      return Promise.resolve();
    },
  };
  return job as JobContext<object>;
}

const read = async <Row>(statement: ReturnType<typeof sql<Row>>) => (await statement.execute(kernel.database.db)).rows;

describe('the job that announces a release', () => {
  it('continues after a kill: every workspace and user is notified exactly once', async () => {
    const { handler } = announceJob(host);
    const kept = { checkpoint: null as unknown };

    await expect(handler(jobThat({ dies: true, kept }))).rejects.toThrow('killed');
    const [half] = await read(
      sql<{ sent: number }>`select count(*) as sent from event where name = 'releases.release.announced'`,
    );
    expect(half?.sent).toBe(100);
    await handler(jobThat({ dies: false, kept }));
    await handler(jobThat({ dies: false, kept }));

    expect(
      await read(sql`select count(*) as events, count(distinct workspace_id) as workspaces from event
        where name = 'releases.release.announced'`),
    ).toEqual([{ events: WORKSPACES, workspaces: WORKSPACES }]);
    expect(
      await read(sql`select count(*) as sent, count(distinct person) as people from event,
        jsonb_array_elements_text(payload::jsonb->'recipientIds') person where name = 'releases.release.announced'`),
    ).toEqual([{ sent: WORKSPACES + 1, people: WORKSPACES + 1 }]);
    expect(
      await read(
        sql`select workspace_count, person_count, completed_at is not null as complete from release_announcement`,
      ),
    ).toEqual([{ workspace_count: WORKSPACES, person_count: WORKSPACES + 1, complete: true }]);
  });
});
