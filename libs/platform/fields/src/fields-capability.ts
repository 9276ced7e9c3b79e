import type { CapabilityFactory } from '@cubit/runtime';
import type { Jobs } from '@cubit/jobs';
import { fieldArchive } from './archive/field-archive.js';
import { INDEX_JOB, indexJob } from './jobs/index-job.js';
import { PURGE_JOB, purgeJob } from './jobs/purge-job.js';
import { SEARCH_JOB, searchJob } from './jobs/search-job.js';
import { fieldRoutes } from './routes/field.routes.js';

/** Custom fields that workspaces add to kinds. This capability manages the definitions; the kernel applies them. */
export function fieldsCapability({ jobs }: { readonly jobs: Jobs }): CapabilityFactory {
  return {
    name: 'fields',
    create({ services }) {
      jobs.define(INDEX_JOB, indexJob(services));
      jobs.define(PURGE_JOB, purgeJob(services));
      jobs.define(SEARCH_JOB, searchJob(services));
      return { name: 'fields', archive: [fieldArchive({ services, jobs })], routes: fieldRoutes({ services, jobs }) };
    },
  };
}
