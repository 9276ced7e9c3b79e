import type { Transaction } from '../database/transaction.js';
import { validationFailed } from '../errors/cubit-error.js';
import type { RecordShape } from '../records/record-shape.js';
import { idsIn, type Reference } from '../records/references.js';
import type { FilePort } from './file-port.js';

/** Stands for a kind where a field refers to a file. No kind is called so: ids of kinds have a colon. */
export const FILE_TARGET = 'file';

/** The files that a record's fields hold. They stay held while the record is in the trash, so that restoring it brings them back. */
export function filesOf(shape: RecordShape, fields: Readonly<Record<string, unknown>>): readonly Reference[] {
  return shape.fileFields.flatMap((name) => {
    const field = { name, kind: FILE_TARGET, many: false, onDelete: 'restrict' } as const;
    return idsIn(fields[name]).map((id) => ({ field, kind: FILE_TARGET, id }));
  });
}

/** Every file that is newly held must be one of the workspace: one statement for a write, however many records it is about. */
export async function checkFiles(
  { files, tx, workspaceId }: { readonly files: FilePort; readonly tx: Transaction; readonly workspaceId: string },
  wanted: readonly { readonly reference: Reference; readonly path: string }[],
): Promise<void> {
  if (wanted.length === 0) return;
  const found = await files.hold(tx, workspaceId, [...new Set(wanted.map(({ reference }) => reference.id))]);
  const faults = wanted
    .filter(({ reference }) => !found.has(reference.id))
    .map(({ reference, path }) => ({
      path,
      code: 'unknown_reference',
      message: `There is no file with the id ${reference.id}.`,
    }));
  if (faults.length > 0) throw validationFailed(faults);
}
