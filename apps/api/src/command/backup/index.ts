export { runBackup } from './run-backup.js';
export { runRestore } from './run-restore.js';
