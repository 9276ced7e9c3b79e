import type { BackupSums } from '@cubit/backup';

/** What is in a backup, in numbers. */
export function countsOf({ tables, files }: BackupSums) {
  return {
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    files: files.count,
    missing: files.missing,
  };
}
