import { sql } from 'kysely';
import type { KernelServices, PersonalMessage, StreamCompanion } from '@cubit/core';
import { notificationsIn } from '../tables/schema.js';
import { bellEntry, readBell, type BellRow } from './bell-rows.js';

/** Reads that are kept: the streams of one workspace ask for the same events within moments of each other. */
const KEPT = 32;
/** More than one batch of events can raise for one workspace; whoever has more reads the bell. */
const LIMIT = 10_000;

interface BellStreamOptions {
  readonly services: Pick<KernelServices, 'database' | 'settings'>;
  /** Names of the events that raise notifications. */
  readonly telling: ReadonlySet<string>;
}

interface Read {
  readonly slug: string;
  readonly byUser: ReadonlyMap<string, readonly BellRow[]>;
}

/** Has every bell entry reach the streams of its owner: read once for all streams of the workspace. */
export function bellStream({ services, telling }: BellStreamOptions): StreamCompanion {
  const { database, settings } = services;
  const kept = new Map<string, Promise<Read>>();

  async function read(workspaceId: string, positions: readonly number[]): Promise<Read> {
    const db = notificationsIn(database.db);
    const [rows, workspace] = await Promise.all([
      readBell(db, sql`n.workspace_id = ${workspaceId} and n.position = any(${positions}::bigint[])`, LIMIT),
      db.selectFrom('workspace').select('slug').where('id', '=', workspaceId).executeTakeFirst(),
    ]);
    const byUser = Map.groupBy(rows.toReversed(), (row) => row.user_id);
    return { slug: workspace?.slug ?? '', byUser };
  }

  function readOnce(workspaceId: string, positions: readonly number[]): Promise<Read> {
    const key = `${workspaceId}/${positions[0]}/${positions.at(-1)}`;
    const known = kept.get(key);
    if (known) return known;
    const reading = read(workspaceId, positions);
    // What failed is asked for again.
    reading.catch(() => kept.delete(key));
    kept.set(key, reading);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value ?? '');
    return reading;
  }

  return {
    name: 'notification',
    async messages({ workspaceId, userId }, events): Promise<readonly PersonalMessage[]> {
      const positions = events.filter(({ name }) => telling.has(name)).map(({ position }) => position);
      if (positions.length === 0) return [];
      const { slug, byUser } = await readOnce(workspaceId, positions);
      const at = { publicUrl: settings.publicUrl, slug };
      return (byUser.get(userId) ?? []).map((row) => ({ position: row.position, data: bellEntry(row, at) }));
    },
  };
}
