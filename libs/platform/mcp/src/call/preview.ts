import { sql } from 'kysely';
import type { Database, Transaction } from '@cubit/database';
import type { WorkspaceAccess } from '@cubit/core/host';
import type { PreviewedRun, RunPreview } from '@cubit/wires';

const MAX_RECORDS = 50;

export interface PreviewedChange {
  readonly kind: string;
  readonly id: string;
  readonly title: string;
  readonly operation: string;
  readonly changes: readonly { readonly path: string; readonly from: unknown; readonly to: unknown }[];
}

/** What a commit would have done. */
export interface Preview {
  /** Changed records, at most 50. */
  readonly changes: readonly PreviewedChange[];
  readonly events: readonly { readonly name: string; readonly payload: unknown }[];
  readonly wires: readonly PreviewedRun[];
}

/** Thrown to roll back. */
class PreviewRollback extends Error {}

interface PreviewOptions {
  readonly database: Database;
  readonly workspace: WorkspaceAccess;
  readonly wires: RunPreview;
}

/** Runs `work` up to the commit, reads what it did, and rolls back. */
export async function previewed<Result>(
  { database, workspace, wires }: PreviewOptions,
  work: (tx: Transaction) => Promise<Result>,
): Promise<{ readonly result: Result; readonly preview: Preview }> {
  let done: { readonly result: Result; readonly preview: Preview } | null = null;
  try {
    await database.transaction(async (tx) => {
      done = null;
      const result = await work(tx);
      // After the steps that the work has added: they write history and events.
      tx.beforeCommit(async () => {
        await tx.session.send();
        const preview = {
          changes: await changesIn(tx, workspace),
          events: await eventsIn(tx, workspace),
          wires: await wires(tx, workspace, [...tx.eventIds]),
        };
        done = { result, preview };
        throw new PreviewRollback();
      });
    });
  } catch (error) {
    if (!(error instanceof PreviewRollback)) throw error;
  }
  if (!done) throw new Error('A preview was committed.');
  return done;
}

async function eventsIn(
  { db, eventIds }: Transaction,
  { id: workspaceId }: WorkspaceAccess,
): Promise<Preview['events']> {
  if (eventIds.length === 0) return [];
  return db
    .selectFrom('event')
    .select(['name', 'payload'])
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', [...eventIds])
    .orderBy('id')
    .execute();
}

interface ChangedRow {
  readonly record_id: string;
  readonly kind: string;
  readonly version: number;
  readonly operation: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly title: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
}

async function changesIn({ db, now }: Transaction, { id, schema }: WorkspaceAccess): Promise<Preview['changes']> {
  // The index on `at` finds the rows of this transaction; `xmin` leaves out those of others at the same time.
  const { rows } = await sql<ChangedRow>`
    select c.record_id, c.kind, c.version, c.operation, c.before, r.title, r.fields, r.tags
    from record_change c
    join record r on r.workspace_id = c.workspace_id and r.kind = c.kind and r.id = c.record_id
    where c.workspace_id = ${id} and c.at = ${now} and c.xmin = pg_current_xact_id()::xid
      and c.kind = any(${[...schema.kinds.keys()]}::text[])
    order by c.record_id, c.version limit 1000`.execute(db);
  const byRecord = [...Map.groupBy(rows, ({ record_id: recordId }) => recordId).values()];
  return byRecord.slice(0, MAX_RECORDS).flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { kind, record_id: recordId, title, operation } = first;
    return [{ kind, id: recordId, title, operation, changes: differences(group) }];
  });
}

/** Several changes of one record as one: from the first value that was replaced to the present one. */
function differences(group: readonly ChangedRow[]): PreviewedChange['changes'] {
  const [first] = group;
  if (!first) return [];
  const { fields, tags } = first;
  const toOf = (key: string) => (key === '/tags' ? tags : (fields[key] ?? null));
  const pathOf = (key: string) => (key.startsWith('/') ? key : `/fields/${key}`);
  if (first.operation === 'create')
    return Object.keys(fields).map((key) => ({ path: pathOf(key), from: null, to: fields[key] }));
  const before = new Map<string, unknown>();
  for (const row of group)
    for (const [key, value] of Object.entries(row.before ?? {})) if (!before.has(key)) before.set(key, value);
  return [...before]
    .filter(([key]) => key !== '/deleted_at')
    .map(([key, from]) => ({ path: pathOf(key), from, to: toOf(key) }));
}
