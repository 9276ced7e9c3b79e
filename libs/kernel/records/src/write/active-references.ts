import type { AnyRecord, FieldValues, RecordShape } from '@cubit/core/host';
import { type Reference, storedReferencesOf } from '../read/references.js';
import { filesOf } from './file-references.js';

/**
 * The references of a record that are stored. In the trash it keeps only those to its files, so that restoring it
 * restores them.
 */
export function activeReferences(
  shape: RecordShape,
  record: Pick<AnyRecord, 'fields' | 'deleted_at'>,
): readonly Reference[] {
  const fields = record.fields as FieldValues;
  const files = filesOf(shape, fields);
  return record.deleted_at === null ? [...storedReferencesOf(shape, fields), ...files] : files;
}
