import type { CapabilityFactory } from '@cubit/runtime';
import type { Jobs } from '@cubit/jobs';
import { archiveRoutes } from './archive/archive.routes.js';
import { auditExportRoute } from './audit/audit-export.route.js';
import { exportRoute } from './export/export.route.js';
import { historyExportRoute } from './history/history-export.route.js';
import { type Checkpoint, hasWritten, IMPORT_JOB, type ImportInput, type ImportResult } from './import/import-input.js';
import { ImportRun } from './import/import-run.js';
import { importRoutes } from './import/import.routes.js';
import { ImportSweeper } from './import/import-sweeper.js';
import { type Sample, SAMPLE_JOB, type SampleInput, sampleJob } from './sample/load-sample.js';
import { transferMigrations } from './source/migrations.js';
import { UNDO_DAYS, UNDO_JOB } from './undo/undo-progress.js';
import { undoImportJob } from './undo/undo-import.js';
import type { ReadView } from './views.js';
import type { SamplePort } from '@cubit/access';

export interface TransferOptions {
  /** The queue that runs imports. */
  readonly jobs: Jobs;
  /** Size limit of an imported file, in bytes. */
  readonly maxBytes: number;
  /** Size limit of an unpacked archive, in bytes. */
  readonly archiveMaxBytes: number;
  /** Retention of the history, in days, by which imports are taken back; null: forever. Default null. */
  readonly historyDays?: number | null;
  /** Reads saved views. Absent: exports have no `view`. */
  readonly readView?: ReadView;
  /** What can be loaded into a new workspace, by name. */
  readonly samples?: Readonly<Record<string, Sample>>;
}

/** Adds export and import to every kind, without code in its module. */
export function transferCapability({
  jobs,
  readView,
  maxBytes,
  archiveMaxBytes,
  historyDays = null,
  samples = {},
}: TransferOptions): CapabilityFactory {
  return {
    name: 'transfer',
    migrations: transferMigrations,
    provides: { samples: () => samplePort(jobs, samples) },
    create(host) {
      const { services } = host;
      jobs.define(SAMPLE_JOB, sampleJob(host, samples));
      jobs.define<ImportInput, ImportResult>(IMPORT_JOB, {
        // Two files that name the same missing supplier must not both create it.
        turn: ({ dryRun }) => (dryRun ? null : 'import'),
        undo: {
          type: UNDO_JOB,
          days: Math.min(UNDO_DAYS, historyDays ?? UNDO_DAYS),
          hasWritten: ({ input, checkpoint }) => !input.dryRun && hasWritten(checkpoint as Checkpoint | null),
        },
        handler: (job) => new ImportRun(host, job).run(),
      });
      jobs.define(UNDO_JOB, undoImportJob(host));
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

function samplePort(jobs: Jobs, samples: Readonly<Record<string, Sample>>): SamplePort {
  return {
    modules: Object.fromEntries(Object.entries(samples).map(([name, { modules }]) => [name, modules])),
    enqueue: (tx, { workspaceId, sample, userId: createdBy, actor }) =>
      jobs.enqueue(tx, { workspaceId, type: SAMPLE_JOB, input: { sample, actor } satisfies SampleInput, createdBy }),
  };
}
