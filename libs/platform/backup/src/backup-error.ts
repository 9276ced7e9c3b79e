/** A backup or a restore cannot be made. The message is for operators. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}
