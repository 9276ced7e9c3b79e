import { sql } from 'kysely';
import { type Database, oneOf } from '@cubit/database';
import type { Registry, WorkspaceAccess } from '@cubit/core/host';
import type { SequencedEvent } from './event-row.js';

/** A record that the payload of an event names. */
export interface EventRecord {
  readonly kind: string;
  readonly id: string;
  /** Null if there is no such record any more. */
  readonly title: string | null;
}

interface Context {
  readonly database: Pick<Database, 'db'>;
  readonly registry: Registry;
  readonly workspace: WorkspaceAccess;
}

/** The records that each event names, what it is about first. Those of kinds that the workspace has not enabled are left out. One query for each kind. */
export async function recordsOf(
  context: Context,
  events: readonly SequencedEvent[],
): Promise<ReadonlyMap<string, readonly EventRecord[]>> {
  const { schema } = context.workspace;
  const named = new Map(
    events.map(({ id: event, name, payload }) => {
      const records = (schema.events.get(name)?.records ?? []).flatMap(({ key, kind }) => {
        const id = payload[key];
        return typeof id === 'string' && schema.kinds.has(kind) ? [{ kind, id }] : [];
      });
      return [event, records];
    }),
  );
  const titles = await readTitles(context, [...named.values()].flat());
  return new Map(
    [...named].map(([event, records]) => [
      event,
      records.map((record) => ({ ...record, title: titles.get(`${record.kind} ${record.id}`) ?? null })),
    ]),
  );
}

async function readTitles(
  { database, registry, workspace }: Context,
  records: readonly { readonly kind: string; readonly id: string }[],
): Promise<ReadonlyMap<string, string>> {
  const titles = new Map<string, string>();
  await Promise.all(
    [...Map.groupBy(records, ({ kind }) => kind)].map(async ([kindId, refs]) => {
      const kind = registry.kinds.get(kindId);
      if (!kind) return;
      const ids = [...new Set(refs.map(({ id }) => id))];
      const { rows } = await sql<{ id: string; title: string }>`select id, title from ${sql.table(kind.partition)}
        where workspace_id = ${workspace.id} and kind = ${sql.lit(kindId)} and ${oneOf('id', ids, 'uuid')}`.execute(
        database.db,
      );
      for (const { id, title } of rows) titles.set(`${kindId} ${id}`, title);
    }),
  );
  return titles;
}
