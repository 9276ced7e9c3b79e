import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '@cubit/core/host';
import { DirectoryStore, S3Store, type FilesSettings } from '@cubit/files';
import type { FileConfiguration } from './file-configuration.js';

const PRIVATE_MODE = 0o700;

/** Where files are stored. Incoming uploads are always on the disk of this machine. */
export function fileSettings(
  { maxBytes, quotaBytes, s3 }: FileConfiguration,
  { dataDir, log }: { readonly dataDir: string; readonly log: Logger },
): FilesSettings {
  const folder = join(dataDir, 'files');
  const store = s3 ? new S3Store(s3, { log }) : new DirectoryStore(join(folder, 'kept'));
  return { store, spoolFolder: join(folder, 'incoming'), maxBytes, quotaBytes };
}

/** Earlier versions created the folder of files readable by every user of the machine. */
export function restrictFiles(dataDir: string, log: Logger): void {
  const folder = join(dataDir, 'files');
  try {
    chmodSync(folder, PRIVATE_MODE);
  } catch (error) {
    // It is created, private, by the first upload.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    log.warn({ err: error, folder }, 'the folder of files could not be made private: it belongs to another user');
  }
}
