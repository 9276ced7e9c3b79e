import { sql } from 'kysely';
import type { RecordDraft } from '../contract/kind.js';
import type { AnyKind } from '../contract/module.js';
import type { Transaction } from '../database/transaction.js';
import { fail } from '../errors/cubit-error.js';
import type { RegisteredKind } from '../registry/registered.js';
import type { Registry } from '../registry/registry.js';
import type { IncomingReference, Journal } from './journal.js';
import type { RecordWriter } from './record-writer.js';

interface Release {
  readonly tx: Transaction;
  readonly registry: Registry;
  readonly workspaceId: string;
  readonly journal: Journal;
  readonly writer: RecordWriter;
  readonly action: string | null;
}

const SHOWN = 10;

/** What the records about to be deleted are referred to by: a restricting reference forbids it, the others are emptied, with history. */
export async function releaseReferences(
  release: Release,
  kind: RegisteredKind,
  drafts: readonly RecordDraft<AnyKind>[],
): Promise<void> {
  const { tx, workspaceId, journal } = release;
  const leaving = new Map(drafts.map((draft) => [draft.id, draft]));
  const { rows } =
    await sql<IncomingReference>`select target_id, source_id, source_kind, field, on_delete from record_reference
    where workspace_id = ${workspaceId} and target_id = any(${[...leaving.keys()]}::uuid[])`.execute(tx.db);
  const incoming = journal.incoming(new Set(leaving.keys()), rows).filter((row) => !leaving.has(row.source_id));
  const restricting = incoming.filter((row) => row.on_delete === 'restrict');
  if (restricting.length > 0) throw inUse(kind, restricting, leaving);
  for (const [sourceKind, group] of Map.groupBy(incoming, (row) => row.source_kind))
    await emptyFields(release, sourceKind, group);
}

function inUse(
  kind: RegisteredKind,
  restricting: readonly IncomingReference[],
  leaving: ReadonlyMap<string, RecordDraft<AnyKind>>,
) {
  const message = `The ${kind.definition.title[0].toLowerCase()} is used by ${restricting.length} other record${restricting.length === 1 ? '' : 's'}.`;
  const details = restricting.slice(0, SHOWN).map((row) => ({
    path:
      leaving
        .get(row.target_id)
        ?.path(row.field)
        .replace(/\/fields\/.*$/, '') ?? '',
    code: 'in_use',
    message: `${row.source_kind} ${row.source_id} refers to it by '${row.field}'.`,
  }));
  return fail('in_use', message, { details });
}

async function emptyFields(
  { registry, writer, action }: Release,
  sourceKind: string,
  group: readonly IncomingReference[],
): Promise<void> {
  const kind = registry.kinds.get(sourceKind);
  // The module of the source is no longer installed: its rows keep the id, which leads nowhere, until it is back.
  if (!kind) return;
  const bySource = Map.groupBy(group, (row) => row.source_id);
  const items = [...bySource].map(([id, rows]) => ({
    id,
    change: (before: { readonly fields: Readonly<Record<string, unknown>> }) => {
      const fields: Record<string, unknown> = { ...before.fields };
      for (const { field, target_id } of rows) {
        const value = fields[field];
        if (Array.isArray(value)) fields[field] = value.filter((entry) => entry !== target_id);
        else delete fields[field];
      }
      return fields;
    },
  }));
  await writer.update(kind, items, action);
}
