import { indexKeys } from '@cubit/database';
import type { RecordShape, RegisteredKind } from '@cubit/core/host';
import type { SortKey } from './keyset.js';
import { isTitle } from './sort.js';

const COLUMN_INDEXES: readonly string[] = ['title', 'created_at', 'updated_at'];

/** Whether an index of the kind gives this order: then a page is a walk along it, and rows are read as they come. */
export function hasOrderIndex(shape: RecordShape, { definition }: RegisteredKind, keys: readonly SortKey[]): boolean {
  if (keys.some(({ descending }) => descending !== keys[0]?.descending)) return false;
  const names = keys.flatMap(({ name }) => (name === 'id' ? [] : [isTitle(shape, name) ? 'title' : name]));
  // By id alone: the primary key.
  if (names.length === 0) return true;
  // A ledger has an index on the time of creation alone.
  const columns = definition.access === 'read-only' ? ['created_at'] : COLUMN_INDEXES;
  const [only = ''] = names;
  if (names.length === 1 && (columns.includes(only) || shape.fields.get(only)?.custom?.indexed === true)) return true;
  // Indexes that a kind declares have the title itself, not its key.
  if (names.includes('title')) return false;
  return indexKeys(definition).some(
    (fields) => fields.length === names.length && fields.every((field, index) => field === names[index]),
  );
}
