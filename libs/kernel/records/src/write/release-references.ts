import { sql } from 'kysely';
import { oneOf } from '@cubit/database';
import type { AnyRecord, FieldValues, RegisteredKind } from '@cubit/core/host';
import { errorOf } from '@cubit/core';
import type { IncomingReference } from './journal.js';
import type { AnyDraft } from './record-draft.js';
import { updateRecords } from './update-records.js';
import { type KindWrite, writeOf } from './kind-write.js';

const SHOWN = 10;

/**
 * Releases the references to records that are about to be deleted: a restricting reference prevents the deletion,
 * others are cleared, with history.
 */
export async function releaseReferences(write: KindWrite, drafts: readonly AnyDraft[]): Promise<void> {
  const { tx, workspaceId, journal, kind } = write;
  const leaving = new Map(drafts.map((draft) => [draft.id, draft]));
  const { rows } =
    await sql<IncomingReference>`select target_id, source_id, source_kind, field, on_delete from record_reference
    where workspace_id = ${workspaceId} and ${oneOf('target_id', [...leaving.keys()], 'uuid')}`.execute(tx.db);
  const incoming = journal.incoming(new Set(leaving.keys()), rows).filter((row) => !leaving.has(row.source_id));
  const restricting = incoming.filter((row) => row.on_delete === 'restrict');
  if (restricting.length > 0) throw inUse(kind, restricting, leaving);
  for (const [sourceKind, group] of Map.groupBy(incoming, (row) => row.source_kind))
    await emptyFields(write, sourceKind, group);
}

function inUse(
  kind: RegisteredKind,
  restricting: readonly IncomingReference[],
  leaving: ReadonlyMap<string, AnyDraft>,
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
  return errorOf('in_use', message, { details });
}

async function emptyFields(write: KindWrite, sourceKind: string, group: readonly IncomingReference[]): Promise<void> {
  const kind = write.registry.kinds.get(sourceKind);
  // The module of the source is no longer installed: its rows keep the dangling id until it is installed again.
  if (!kind) return;
  const bySource = Map.groupBy(group, (row) => row.source_id);
  const requests = [...bySource].map(([id, rows]) => ({
    id,
    change: (before: AnyRecord) => {
      const fields: Record<string, unknown> = { ...(before.fields as FieldValues) };
      for (const { field, target_id } of rows) {
        const value = fields[field];
        if (Array.isArray(value)) fields[field] = value.filter((entry) => entry !== target_id);
        else delete fields[field];
      }
      return fields;
    },
  }));
  await updateRecords(writeOf(write, kind, write.action), requests);
}
