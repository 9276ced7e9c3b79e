/** Identifies a job. */
export interface JobKey {
  readonly workspaceId: string;
  readonly id: string;
}

/** The queue of wake-ups for jobs of the program. */
export const JOB_QUEUE = 'jobs';
/** That for jobs of modules: they wait for other systems, and imports must not wait for them. */
export const MODULE_JOB_QUEUE = 'module-jobs';

/** Id of a job on the queue. */
export function wakeIdOf({ workspaceId, id }: JobKey): string {
  return `${workspaceId}/${id}`;
}

export function jobKeyOf(wakeId: string): JobKey {
  const [workspaceId = '', id = ''] = wakeId.split('/');
  return { workspaceId, id };
}
