import { join } from 'node:path';
import type { Logger } from '@cubit/core';
import { DirectoryStore, S3Store, type FilesSettings } from '@cubit/files';
import type { FileConfiguration } from './file-configuration.js';

/** Where files lie. What is on its way in is on the disk of this machine in any case. */
export function fileSettings(
  { maxBytes, quotaBytes, s3 }: FileConfiguration,
  { dataDir, log }: { readonly dataDir: string; readonly log: Logger },
): FilesSettings {
  const folder = join(dataDir, 'files');
  const store = s3 ? new S3Store(s3, { log }) : new DirectoryStore(join(folder, 'kept'));
  return { store, spoolFolder: join(folder, 'incoming'), maxBytes, quotaBytes };
}
