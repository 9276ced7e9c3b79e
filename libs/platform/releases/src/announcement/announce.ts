import { actorOf, type Caller } from '@cubit/core/host';
import { audit } from '@cubit/access';
import { fail } from '@cubit/core';
import type { KernelServices } from '@cubit/records';
import type { Transaction } from '@cubit/database';
import type { Jobs } from '@cubit/jobs';
import type { Static } from 'typebox';
import { releasesIn, type AnnouncementRow, type ReleaseDatabase } from '../tables/schema.js';
import { ANNOUNCE_JOB, INSTANCE_ID } from './announce-job.js';
import type { newAnnouncement } from './announcement-schemas.js';

interface AnnounceOptions {
  readonly tx: Transaction;
  readonly caller: Caller;
  /** The workspace of the request. Its audit log records the announcement. */
  readonly workspaceId: string;
  readonly address: string;
  readonly body: Static<typeof newAnnouncement>;
}

interface AnnounceResult {
  readonly row: AnnouncementRow;
  /** False if the same release was announced before. */
  readonly isNew: boolean;
}

/** Stores an announcement and enqueues its job. `409` if the version was announced with other content. */
export async function announce(
  { services, jobs }: { readonly services: KernelServices; readonly jobs: Jobs },
  { tx, caller, workspaceId, address, body }: AnnounceOptions,
): Promise<AnnounceResult> {
  const { url = null, ...given } = body;
  const content = { ...given, url };
  const db = releasesIn(tx.db);
  // A concurrent request with the same version waits here until the first has committed.
  const row = await db
    .insertInto('release_announcement')
    .values({ ...content, id: services.newId(), announced_by: caller.user.id, announced_at: tx.now })
    .onConflict((conflict) => conflict.column('version').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) return { row: await existingAnnouncement(db, content), isNew: false };
  const { id, version, audience } = row;
  await jobs.enqueue(tx, { workspaceId: INSTANCE_ID, id, type: ANNOUNCE_JOB, input: {}, createdBy: caller.user.id });
  const target = { id, version, audience };
  await audit(tx, { workspaceId, actor: actorOf(caller), action: 'release.announced', target, address });
  return { row, isNew: true };
}

type AnnouncementContent = Pick<AnnouncementRow, 'version' | 'title' | 'notes' | 'url' | 'audience'>;

async function existingAnnouncement(db: ReleaseDatabase, content: AnnouncementContent): Promise<AnnouncementRow> {
  const row = await db
    .selectFrom('release_announcement')
    .selectAll()
    .where('version', '=', content.version)
    .executeTakeFirstOrThrow();
  const differing = (['title', 'notes', 'url', 'audience'] as const).filter((name) => row[name] !== content[name]);
  if (differing.length === 0) return row;
  throw fail('already_exists', `Version ${content.version} was announced with other content.`, {
    details: differing.map((name) => ({ path: `/${name}`, code: 'differs', message: 'differs from the announcement' })),
  });
}
