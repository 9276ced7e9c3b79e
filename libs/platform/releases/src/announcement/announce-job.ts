import { SYSTEM_ACTOR } from '@cubit/core/host';
import type { CapabilityHost } from '@cubit/runtime';
import type { Transaction } from '@cubit/database';
import type { JobContext, JobDefinition } from '@cubit/jobs';
import { sql } from 'kysely';
import { releaseAnnounced } from '../events.js';
import { releases } from '../releases.module.js';
import { releasesIn, type AnnouncementRow } from '../tables/schema.js';

export const ANNOUNCE_JOB = 'releases:announce';
/** The nil UUID: the job belongs to no workspace, and no workspace lists it. */
export const INSTANCE_ID = '00000000-0000-0000-0000-000000000000';

const WORKSPACES_PER_STEP = 50;
/** Retries take several hours: announcing late is better than announcing to half of the workspaces. */
const MAX_ATTEMPTS = 50;

interface Workspace {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly schemaVersion: number;
}

/**
 * Emits the announcement in every workspace with the module enabled, in the order of their ids. The events, the recipients and the progress
 * of a step commit together, so a restarted job continues after the last workspace.
 */
export function announceJob(host: CapabilityHost): JobDefinition<object> {
  const { database } = host.services;
  return {
    maxAttempts: MAX_ATTEMPTS,
    async handler(job) {
      const { id } = job;
      const announcement = await releasesIn(database.db)
        .selectFrom('release_announcement')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      if (!announcement) return null;
      let after: string | null = typeof job.checkpoint === 'string' ? job.checkpoint : INSTANCE_ID;
      while (after !== null) {
        job.signal.throwIfAborted();
        const last: string = after;
        after = await job.transaction((tx) => announceToNextWorkspaces(host, { tx, job, announcement, after: last }));
      }
      return null;
    },
  };
}

interface Step {
  readonly tx: Transaction;
  readonly job: JobContext<object>;
  readonly announcement: AnnouncementRow;
  readonly after: string;
}

/** Announces to the next workspaces. Returns the id of the last one, or null at the end. */
async function announceToNextWorkspaces(
  host: CapabilityHost,
  { tx, job, announcement, after }: Step,
): Promise<string | null> {
  const { id } = announcement;
  const workspaces = await workspacesAfter(tx, after);
  const last = workspaces.at(-1);
  if (!last) {
    await sql`update release_announcement set completed_at = ${tx.now} where id = ${id}`.execute(tx.db);
    return null;
  }
  const recipients = await newRecipients(tx, announcement, workspaces);
  for (const workspace of workspaces)
    await emitAnnouncement(host, { tx, announcement, workspace, recipientIds: recipients.get(workspace.id) ?? [] });
  const people = [...recipients.values()].reduce((sum, ids) => sum + ids.length, 0);
  await sql`update release_announcement set workspace_count = workspace_count + ${workspaces.length}::integer,
    person_count = person_count + ${people}::integer where id = ${id}`.execute(tx.db);
  await job.save(tx, last.id);
  return last.id;
}

async function workspacesAfter(tx: Transaction, after: string): Promise<readonly Workspace[]> {
  return tx.db
    .selectFrom('workspace_module')
    .innerJoin('workspace', 'workspace.id', 'workspace_module.workspace_id')
    .select(['workspace.id', 'workspace.slug', 'workspace.name', 'workspace.schema_version as schemaVersion'])
    .where('workspace_module.module', '=', releases.name)
    .where('workspace_module.enabled', '=', true)
    .where('workspace.deleted_at', 'is', null)
    .where('workspace.id', '>', after)
    .orderBy('workspace.id')
    .limit(WORKSPACES_PER_STEP)
    .execute();
}

/** Recipients by workspace: addressed members who have not been notified elsewhere. Records that they are notified now. */
async function newRecipients(
  tx: Transaction,
  { id, audience }: AnnouncementRow,
  workspaces: readonly Workspace[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await sql<{ workspace_id: string; user_ids: string[] }>`
    with addressed as materialized (
      select distinct on (user_id) user_id, workspace_id from member
      where workspace_id = any(${workspaces.map((workspace) => workspace.id)}::uuid[])
        and (${audience} = 'all' or role in ('admin', 'owner'))
      order by user_id, workspace_id
    ), heard as (
      insert into release_heard (announcement_id, user_id) select ${id}, user_id from addressed
      on conflict do nothing returning user_id
    )
    select workspace_id, array_agg(user_id order by user_id) as user_ids
    from addressed join heard using (user_id) group by workspace_id`.execute(tx.db);
  return new Map(rows.map((row) => [row.workspace_id, row.user_ids]));
}

interface WorkspaceAnnouncement {
  readonly tx: Transaction;
  readonly announcement: AnnouncementRow;
  readonly workspace: Workspace;
  readonly recipientIds: readonly string[];
}

async function emitAnnouncement(
  host: CapabilityHost,
  { tx, announcement, workspace: found, recipientIds }: WorkspaceAnnouncement,
): Promise<void> {
  const workspace = await host.services.workspaces.systemAccess(tx.db, found);
  const { id: announcementId, version, title, audience } = announcement;
  host
    .enter({ tx, workspace, actor: SYSTEM_ACTOR })
    .contextOf(releases.name, null)
    .emit(releaseAnnounced, {
      announcementId,
      version,
      headline: audience === 'all' ? title : 'for administrators',
      audience,
      recipientIds: [...recipientIds],
    });
}
