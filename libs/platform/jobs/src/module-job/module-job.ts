import type { Kysely } from 'kysely';
import { notFound } from '@cubit/core';
import { assertValid, type RegisteredJob, type WorkspaceAccess } from '@cubit/core/host';
import type { DatabaseSchema } from '@cubit/database';
import { type ModuleJobInput, outsideTransactions } from '@cubit/records';
import type { CapabilityHost } from '@cubit/runtime';
import type { JobContext, JobDefinition } from '../job/job-definition.js';
import { MODULE_JOB_QUEUE } from '../job/job-key.js';
import { PostponedJob } from '../job/postponed-job.js';

/** With the delays between them, about 45 minutes: another system may be down for that long. */
const DEFAULT_ATTEMPTS = 20;
/** How often a job looks whether its module is enabled again. */
const DISABLED_DELAY_MS = 10_000;

/** A job that a module declares, as a type of jobs. */
export function moduleJob(
  host: CapabilityHost,
  { definition, module }: RegisteredJob,
): JobDefinition<ModuleJobInput, null> {
  const { services } = host;
  return {
    queue: MODULE_JOB_QUEUE,
    maxAttempts: definition.attempts ?? DEFAULT_ATTEMPTS,
    async handler(job) {
      const { actor, cause, input } = job.input;
      const workspace = await enabledIn(host, services.database.db, { job, module });
      // A later version of the module may have another schema.
      assertValid(definition.input, input, '/input');
      const caller = { services, workspaceId: workspace.id, module };
      const { fetch, within } = outsideTransactions(caller, { signal: job.signal });
      await definition.run(
        {
          key: job.id,
          attempt: job.attempt,
          workspace: { id: workspace.id, slug: workspace.slug, name: workspace.name },
          settings: workspace.schema.settingsOf(module),
          fetch,
          transaction: (work) =>
            within(() => {
              job.signal.throwIfAborted();
              return job.transaction(async (tx) => {
                const access = await enabledIn(host, tx.db, { job, module });
                return work(host.enter({ tx, workspace: access, actor, cause }).contextOf(module, null));
              });
            }),
          publicUrl: services.settings.publicUrl,
          log: job.log,
        },
        input as never,
      );
      return null;
    },
  };
}

interface Owner {
  readonly job: JobContext<ModuleJobInput>;
  readonly module: string;
}

/** The workspace of the job. A job waits while its module is disabled there, and fails if the workspace was deleted. */
async function enabledIn(
  { services }: CapabilityHost,
  db: Kysely<DatabaseSchema>,
  { job, module }: Owner,
): Promise<WorkspaceAccess> {
  const access = await services.workspaces.systemAccessTo(db, job.workspaceId);
  if (!access) throw notFound('Workspace');
  if (!access.schema.modules.has(module)) throw new PostponedJob(`Module '${module}' is disabled.`, DISABLED_DELAY_MS);
  return access;
}
