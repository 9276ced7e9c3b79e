import { type Api, ApiError, apiPaths } from '@cubit/web-client';
import { isOver, type Job } from '@cubit/web-contract';

const POLL_MS = 400;
/** A job that failed is an answer of the server, as a request that it refuses. */
const REFUSED = 422;

/** Waits for a job, reports its progress, and returns it. Throws the error of a failed one. */
export async function waitForJob<Result>(
  { api, slug }: { readonly api: Api; readonly slug: string },
  id: string,
  onProgress: (job: Job<Result>) => void,
): Promise<Job<Result> & { readonly result: Result }> {
  for (;;) {
    const job = await api.get<Job<Result>>(`${apiPaths.workspace(slug)}/jobs/${id}`);
    onProgress(job);
    const { state, result, error } = job;
    if (state === 'succeeded' && result) return { ...job, result };
    if (isOver(job) && error) throw new ApiError({ ...error, status: REFUSED });
    if (isOver(job)) throw new Error(state === 'cancelled' ? 'The job was cancelled.' : 'The job failed.');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
