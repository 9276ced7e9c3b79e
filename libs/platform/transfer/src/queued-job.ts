import { Type } from 'typebox';
import type { RouteReply } from '@cubit/core';
import type { ResponseSpec } from '@cubit/core/host';
import { jobSchema } from '@cubit/jobs';

interface QueuedJob {
  readonly id: string;
  readonly type: string;
  readonly createdBy: string;
  readonly createdAt: Date;
}

/** `202` with the new job and its location. */
export function queuedJob(
  { slug }: { readonly slug: string },
  { id, type, createdBy, createdAt }: QueuedJob,
): RouteReply {
  return {
    status: 202,
    headers: { location: `/api/v1/orgs/${slug}/jobs/${id}` },
    body: {
      id,
      type,
      state: 'queued',
      progress: { done: 0, total: null },
      result: null,
      error: null,
      attempts: 0,
      created_by: createdBy,
      created_at: createdAt.toISOString(),
      started_at: null,
      finished_at: null,
      undo_until: null,
      undone_by: null,
    },
  };
}

export function queuedJobResponse(description: string): ResponseSpec {
  return {
    description,
    schema: jobSchema,
    headers: { Location: { description: 'Path of the job.', schema: Type.String() } },
  };
}
