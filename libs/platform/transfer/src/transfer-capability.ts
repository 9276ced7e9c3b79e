import type { CapabilityFactory } from '@cubit/core';
import type { Jobs } from '@cubit/jobs';
import { archiveRoutes } from './archive/archive.routes.js';
import { auditExportRoute } from './audit/audit-export.route.js';
import { exportRoute } from './export/export.route.js';
import { historyExportRoute } from './history/history-export.route.js';
import { IMPORT_JOB, type ImportInput, type ImportResult } from './import/import-input.js';
import { ImportRun } from './import/import-run.js';
import { importRoutes } from './import/import.routes.js';
import { ImportSweeper } from './import/import-sweeper.js';
import { transferMigrations } from './source/migrations.js';
import type { ReadView } from './views.js';

export interface TransferOptions {
  /** Where imports run. */
  readonly jobs: Jobs;
  /** Bytes of a file to be imported. */
  readonly maxBytes: number;
  /** Bytes of the archive of a workspace, unpacked. */
  readonly archiveMaxBytes: number;
  /** Whoever keeps views. Without it exports have no `view`. */
  readonly readView?: ReadView;
}

/** Export and import of every kind that there is, without a line in its module. */
export function transferCapability({ jobs, readView, maxBytes, archiveMaxBytes }: TransferOptions): CapabilityFactory {
  return {
    name: 'transfer',
    migrations: transferMigrations,
    create(host) {
      const { services } = host;
      jobs.define<ImportInput, ImportResult>(IMPORT_JOB, { handler: (job) => new ImportRun(host, job).run() });
      const kinds = [...services.registry.kinds.values()];
      const writable = kinds.filter(({ definition }) => definition.access !== 'read-only');
      const sweeper = new ImportSweeper(services);
      return {
        name: 'transfer',
        routes: [
          auditExportRoute(services),
          historyExportRoute(services),
          ...archiveRoutes({ host, jobs, maxBytes: archiveMaxBytes }),
          ...kinds.map((kind) => exportRoute({ services, ...(readView ? { readView } : {}) }, kind)),
          ...writable.flatMap((kind) => importRoutes({ host, jobs, maxBytes }, kind)),
        ],
        start: () => Promise.resolve(sweeper.start()),
        stop: () => sweeper.stop(),
      };
    },
  };
}
