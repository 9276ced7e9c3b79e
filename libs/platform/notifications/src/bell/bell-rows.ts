import { sql, type RawBuilder } from 'kysely';
import type { Priority } from '@cubit/core/host';
import type { NotificationDatabase } from '../tables/schema.js';
import { linkUrl } from './link-url.js';

export interface BellRow {
  readonly id: string;
  readonly user_id: string;
  readonly position: number;
  readonly event_type: string;
  readonly message: string;
  readonly link: string | null;
  readonly priority: Priority;
  readonly occurred_at: Date;
  readonly read_at: Date | null;
}

export async function readBell(
  db: NotificationDatabase,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<readonly BellRow[]> {
  const { rows } = await sql<BellRow>`
    select n.id, n.user_id, n.position, n.event_type, n.message, n.link, n.priority, n.occurred_at, n.read_at
    from notification n where ${condition} order by n.position desc limit ${limit}`.execute(db);
  return rows;
}

/** A notification as clients see it. */
export function bellEntry(row: BellRow, at: { readonly publicUrl: string; readonly slug: string }) {
  const { id, event_type, message, link, priority, occurred_at, read_at } = row;
  return {
    id,
    event_type,
    message,
    link_url: linkUrl(link, at),
    priority,
    read_at: read_at?.toISOString() ?? null,
    occurred_at: occurred_at.toISOString(),
  };
}
