import { sql } from 'kysely';
import type { KernelServices, PersonalMessage, StreamCompanion } from '@cubit/records';
import { notificationsIn } from '../tables/schema.js';
import { bellEntry, readBell, type BellRow } from './bell-rows.js';

/** Cached reads: the streams of one workspace ask for the same events at almost the same time. */
const MAX_CACHED_READS = 32;
/** Upper bound on the notifications of one batch of events in one workspace. */
const MAX_ROWS = 10_000;

interface BellStreamOptions {
  readonly services: Pick<KernelServices, 'database' | 'settings'>;
  /** Names of the events that create notifications. */
  readonly notifyingEvents: ReadonlySet<string>;
}

interface BellRead {
  readonly slug: string;
  readonly byUser: ReadonlyMap<string, readonly BellRow[]>;
}

/** Sends each new notification to the event streams of its user. One read serves all streams of a workspace. */
export function bellStream({ services, notifyingEvents }: BellStreamOptions): StreamCompanion {
  const { database, settings } = services;
  const reads = new Map<string, Promise<BellRead>>();

  async function read(workspaceId: string, positions: readonly number[]): Promise<BellRead> {
    const db = notificationsIn(database.db);
    const [rows, workspace] = await Promise.all([
      readBell(db, sql`n.workspace_id = ${workspaceId} and n.position = any(${positions}::bigint[])`, MAX_ROWS),
      db.selectFrom('workspace').select('slug').where('id', '=', workspaceId).executeTakeFirst(),
    ]);
    const byUser = Map.groupBy(rows.toReversed(), (row) => row.user_id);
    return { slug: workspace?.slug ?? '', byUser };
  }

  function readOnce(workspaceId: string, positions: readonly number[]): Promise<BellRead> {
    const key = `${workspaceId}/${positions[0]}/${positions.at(-1)}`;
    const cached = reads.get(key);
    if (cached) return cached;
    const reading = read(workspaceId, positions);
    // A failed read is not cached.
    reading.catch(() => reads.delete(key));
    reads.set(key, reading);
    if (reads.size > MAX_CACHED_READS) reads.delete(reads.keys().next().value ?? '');
    return reading;
  }

  return {
    name: 'notification',
    async messages({ workspaceId, userId }, events): Promise<readonly PersonalMessage[]> {
      const positions = events.filter(({ name }) => notifyingEvents.has(name)).map(({ position }) => position);
      if (positions.length === 0) return [];
      const { slug, byUser } = await readOnce(workspaceId, positions);
      const at = { publicUrl: settings.publicUrl, slug };
      return (byUser.get(userId) ?? []).map((row) => ({ position: row.position, data: bellEntry(row, at) }));
    },
  };
}
