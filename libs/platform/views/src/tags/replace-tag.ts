import { sql, type RawBuilder } from 'kysely';
import { type KernelServices, rewriteSearch } from '@cubit/records';
import type { Actor } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';

interface ReplaceTag {
  readonly services: KernelServices;
  readonly tx: Transaction;
  readonly workspaceId: string;
  readonly actor: Actor;
  readonly from: string;
  /** Null: the tag is removed from the records. */
  readonly to: string | null;
}

/**
 * Renames or removes a tag on every record that has it, in one statement. Each record gets a new version, because cached copies are
 * outdated, and an entry in its history. No record events are emitted: the user changed the tag. The search index is updated too.
 */
export async function replaceTag({ services, tx, workspaceId, actor, from, to }: ReplaceTag): Promise<void> {
  const { rows } = await sql<{ kind: string; id: string; version: number }>`
    with held as (
      select kind, id, tags, version from record
      where workspace_id = ${workspaceId} and tags <> '{}' and tags @> array[${from}::text] order by kind, id for no key update
    ), changed as (
      update record r set tags = ${tagsAfter(from, to)}, version = held.version + 1, updated_at = ${tx.now}::timestamptz
      from held where r.workspace_id = ${workspaceId} and r.kind = held.kind and r.id = held.id
      returning r.kind, r.id, r.version, held.tags as before, r.tags as after
    )
    insert into record_change (workspace_id, record_id, version, kind, operation, at, user_id, actor_type, via_type, via_id,
      via_client, before)
    select ${workspaceId}::uuid, id, version, kind, 'update', ${tx.now}::timestamptz, ${actor.id}::uuid, ${actor.type}::text,
      ${actor.via.type}::text, ${actor.via.id}::uuid, ${actor.via.client ?? null}::text, jsonb_build_object('/tags', before)
    from changed returning kind, record_id as id, version`.execute(tx.db);
  for (const [kind, changed] of Map.groupBy(rows, (row) => row.kind))
    await rewriteSearch(tx, services, { workspaceId, kind, ids: changed.map(({ id }) => id) });
  const written = rows.map(({ kind, id, version }) => ({ kind, id, version, op: 'update' as const }));
  await services.feed.report(tx, workspaceId, written)?.execute(tx.db);
}

/** The tags after the replacement, without duplicates. */
function tagsAfter(from: string, to: string | null): RawBuilder<unknown> {
  const without = sql`array_remove(held.tags, ${from}::text)`;
  if (to === null) return without;
  const replaced = sql`array_replace(held.tags, ${from}::text, ${to}::text)`;
  return sql`case when held.tags @> array[${to}::text] then ${without} else ${replaced} end`;
}
