import type { CapabilityFactory } from '@cubit/core';
import type { Jobs } from '@cubit/jobs';
import { fieldArchive } from './archive/field-archive.js';
import { INDEX_JOB, indexJob } from './jobs/index-job.js';
import { PURGE_JOB, purgeJob } from './jobs/purge-job.js';
import { SEARCH_JOB, searchJob } from './jobs/search-job.js';
import { fieldRoutes } from './routes/field.routes.js';

/** Fields that workspaces add to the kinds of their modules. What follows from a definition is the kernel's own affair; here it is kept. */
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
