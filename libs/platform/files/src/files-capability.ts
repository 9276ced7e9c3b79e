import type { CapabilityFactory } from '@cubit/core';
import { contentRoute } from './content/content.route.js';
import { fileArchive } from './archive/file-archive.js';
import type { FileRoutes } from './file/file-route-parts.js';
import { fileRoutes } from './file/file.routes.js';
import { readFile } from './file/find-files.js';
import { moduleFiles } from './file/module-files.js';
import type { FilesSettings } from './settings.js';
import { sweepFiles } from './sweep/sweep-files.js';
import { recurringSweep } from './sweep/sweeper.js';
import { fileMigrations } from './tables/migrations.js';
import { Spool } from './upload/spool.js';
import { uploadRoute } from './upload/upload.route.js';

/** Files as a part of the kernel: their routes, `context.files`, and what fields of records may hold. */
export interface FilesCapability extends CapabilityFactory {
  /** Removes what nothing refers to, now; by itself it happens once a day. */
  sweep(): Promise<void>;
}

export function filesCapability({
  store,
  spoolFolder,
  maxBytes,
  quotaBytes = null,
  sweeps = true,
}: FilesSettings): FilesCapability {
  let sweep = () => Promise.resolve();
  return {
    name: 'files',
    migrations: fileMigrations,
    sweep: () => sweep(),
    create(host) {
      const { database, log, now } = host.services;
      const spool = new Spool(spoolFolder);
      const sweeping = { database, store, spool, log, now };
      const sweeper = recurringSweep(sweeping);
      sweep = () => sweepFiles({ ...sweeping, signal: new AbortController().signal });
      const parts: FileRoutes = {
        host,
        store,
        spool,
        maxBytes,
        quotaBytes,
        readFile: (workspace, id) => readFile(database.db, workspace, id),
      };
      return {
        name: 'files',
        files: moduleFiles({ store, spool, maxBytes, quotaBytes }),
        archive: [fileArchive],
        routes: [uploadRoute(parts), ...fileRoutes(parts), contentRoute(parts)],
        start: () => Promise.resolve(sweeps ? sweeper.start() : undefined),
        stop: () => sweeper.stop(),
      };
    },
  };
}
