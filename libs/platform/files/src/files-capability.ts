import type { CapabilityFactory } from '@cubit/runtime';
import { contentRoute } from './content/content.route.js';
import { fileArchive } from './archive/file-archive.js';
import type { FileRoutes } from './file/file-route-parts.js';
import { fileRoutes } from './file/file.routes.js';
import { readFile } from './file/find-files.js';
import { moduleFiles } from './file/module-files.js';
import type { FilesSettings } from './settings.js';
import { sweepFiles } from './sweep/sweep-files.js';
import { fileChecks } from './store/file-checks.js';
import { recurringSweep } from './sweep/sweeper.js';
import { fileMigrations } from './tables/migrations.js';
import { Spool } from './upload/spool.js';
import { uploadRoute } from './upload/upload.route.js';

/** Files: their routes, `context.files`, and references to files in fields of records. */
export interface FilesCapability extends CapabilityFactory {
  /** Removes unreferenced files and contents now. It also runs once a day. */
  sweep(): Promise<void>;
}

export function filesCapability({
  store,
  spoolFolder,
  maxBytes,
  quotaBytes = null,
  sweeps = true,
}: FilesSettings): FilesCapability {
  const spool = new Spool(spoolFolder);
  let sweep = () => Promise.resolve();
  return {
    name: 'files',
    migrations: fileMigrations,
    provides: { files: () => moduleFiles({ store, spool, maxBytes, quotaBytes }) },
    sweep: () => sweep(),
    create(host) {
      const { database, log, now } = host.services;
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
        archive: [fileArchive],
        checks: fileChecks({ store, spoolFolder }),
        routes: [uploadRoute(parts), ...fileRoutes(parts), contentRoute(parts)],
        start: () => Promise.resolve(sweeps ? sweeper.start() : undefined),
        stop: () => sweeper.stop(),
      };
    },
  };
}
