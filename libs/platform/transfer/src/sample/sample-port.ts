import type { SamplePort } from '@cubit/access';
import type { Jobs } from '@cubit/jobs';
import { type Sample, SAMPLE_JOB, type SampleInput } from './load-sample.js';

export function samplePort(jobs: Jobs, samples: Readonly<Record<string, Sample>>): SamplePort {
  return {
    modules: Object.fromEntries(Object.entries(samples).map(([name, { modules }]) => [name, modules])),
    enqueue: (tx, { workspaceId, sample, userId: createdBy, actor }) =>
      jobs.enqueue(tx, { workspaceId, type: SAMPLE_JOB, input: { sample, actor } satisfies SampleInput, createdBy }),
  };
}
