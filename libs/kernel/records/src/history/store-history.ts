import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '@cubit/database';
import type { Actor, Cause, Registry } from '@cubit/core/host';
import type { FieldChange } from '../write/changes.js';
import { actorColumns, goBack, insertChanges, presentRecords } from './change-row.js';
import { keyOf, type PastContent, rollupsOf, TAGS } from './past-content.js';

/** A change that says in full what it did: of an archive, or of an earlier version of the program. */
export interface WholeChange {
  readonly workspace_id: string;
  readonly record_id: string;
  readonly version: number;
  readonly kind: string;
  readonly operation: string;
  readonly at: Date | string;
  readonly actor: Actor;
  readonly cause: Cause | null;
  readonly changes: readonly FieldChange[];
}

/**
 * Stores changes of records that are there, the later ones of each record first or together. Of what a change did only what follows neither from
 * later changes nor from the record is stored.
 */
export async function storeHistory(
  db: Kysely<DatabaseSchema>,
  { kinds }: Pick<Registry, 'kinds'>,
  rows: readonly WholeChange[],
): Promise<void> {
  const rollups = (kind: string) => rollupsOf(kinds.get(kind)?.shape);
  const stored: object[] = [];
  await goBack(db, rows, {
    records: await presentRecords(db, rows),
    rollups,
    take({ actor, changes, ...row }, content) {
      const isCreation = row.operation === 'create';
      const before = isCreation ? null : Object.fromEntries(changes.map(({ path, from }) => [keyOf(path), from]));
      const after = underived(row.operation, changes, { content, rollups: rollups(row.kind) });
      content.put(after);
      content.put(before);
      stored.push({ ...row, ...actorColumns(actor), before, after: Object.keys(after).length === 0 ? null : after });
    },
  });
  if (stored.length > 0) await insertChanges(stored).execute(db);
}

/** What the changes made of the record, where it does not follow from its content afterwards. */
function underived(
  operation: string,
  changes: readonly FieldChange[],
  { content, rollups }: { readonly content: PastContent; readonly rollups: ReadonlySet<string> },
): Readonly<Record<string, unknown>> {
  const written = new Map(changes.map(({ path, to }) => [keyOf(path), to ?? null]));
  // A creation says everything that the record had: what it does not name was absent.
  const keys = operation === 'create' ? new Set([...written.keys(), ...content.createdKeys()]) : written.keys();
  const values = [...keys].map((key) => [key, written.get(key) ?? (key === TAGS ? [] : null)] as const);
  return Object.fromEntries(
    values.filter(([key, value]) => rollups.has(key) || !isDeepStrictEqual(content.get(key), value)),
  );
}
