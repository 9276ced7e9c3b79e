/** Identifies a job. */
export interface JobKey {
  readonly workspaceId: string;
  readonly id: string;
}

/** The queue of wake-ups for jobs. */
export const JOB_QUEUE = 'jobs';

/** Id of a job on the queue. */
export function wakeIdOf({ workspaceId, id }: JobKey): string {
  return `${workspaceId}/${id}`;
}

export function jobKeyOf(wakeId: string): JobKey {
  const [workspaceId = '', id = ''] = wakeId.split('/');
  return { workspaceId, id };
}
