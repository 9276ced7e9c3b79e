export { BackupError } from './backup-error.js';
export type { BackupSums, TableSum } from './format.js';
export { restoreBackup, type RestoredBackup, type RestoreTarget } from './restore-backup.js';
export { refuseUnfinishedRestore, unfinishedRestore } from './unfinished-restore.js';
export { verifyBackup } from './verify-backup.js';
export { type BackupSource, type ContentKey, writeBackup, type WrittenBackup } from './write-backup.js';
