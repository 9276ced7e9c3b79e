import type { Transaction } from '@cubit/database';
import { validationFailed } from '@cubit/core';
import type { RecordShape } from '@cubit/core/host';
import { idsIn, type Reference } from '../read/references.js';
import type { FilePort } from '../workspace/file-port.js';

/** The kind of references to files. No record kind has this id: ids of kinds contain a colon. */
export const FILE_TARGET = 'file';

/** References of a record to files. They stay while the record is in the trash, so that restoring it restores its files. */
export function filesOf(shape: RecordShape, fields: Readonly<Record<string, unknown>>): readonly Reference[] {
  return shape.fileFields.flatMap((name) => {
    const field = { name, kind: FILE_TARGET, many: false, onDelete: 'restrict' } as const;
    return idsIn(fields[name]).map((id) => ({ field, kind: FILE_TARGET, id }));
  });
}

/** Checks that newly referenced files are files of the workspace: one statement for a write of any number of records. */
export async function checkFiles(
  { files, tx, workspaceId }: { readonly files: FilePort; readonly tx: Transaction; readonly workspaceId: string },
  wanted: readonly { readonly reference: Reference; readonly path: string }[],
): Promise<void> {
  if (wanted.length === 0) return;
  const found = await files.lock(tx, workspaceId, [...new Set(wanted.map(({ reference }) => reference.id))]);
  const faults = wanted
    .filter(({ reference }) => !found.has(reference.id))
    .map(({ reference, path }) => ({
      path,
      code: 'unknown_reference',
      message: `There is no file with the id ${reference.id}.`,
    }));
  if (faults.length > 0) throw validationFailed(faults);
}
