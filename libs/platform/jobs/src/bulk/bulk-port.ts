import { Type } from 'typebox';
import type { BulkPort } from '@cubit/records';
import { Job } from '../job/job-schema.js';
import type { Jobs } from '../job/jobs.js';
import { BULK_JOB, type BulkInput } from './bulk-job.js';

/** Operations on many records as jobs. */
export function bulkPort(jobs: Jobs): BulkPort {
  return {
    response: {
      description: 'The job that does it. Its result is `{done, skipped, skipped_records}`.',
      schema: Job,
      headers: { Location: { description: 'Path of the job.', schema: Type.String() } },
    },
    async enqueue(tx, { workspace, userId: createdBy, ...selection }) {
      const input: BulkInput = selection;
      const id = await jobs.enqueue(tx, { workspaceId: workspace.id, type: BULK_JOB, input, createdBy });
      return {
        status: 202,
        headers: { location: `/api/v1/orgs/${workspace.slug}/jobs/${id}` },
        body: {
          id,
          type: BULK_JOB,
          state: 'queued',
          progress: { done: 0, total: null },
          result: null,
          error: null,
          attempts: 0,
          created_by: createdBy,
          created_at: tx.now.toISOString(),
          started_at: null,
          finished_at: null,
          undo_until: null,
          undone_by: null,
        },
      };
    },
  };
}
