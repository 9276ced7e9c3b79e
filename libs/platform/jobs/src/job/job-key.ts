/** Names a job everywhere: no job is reachable without its workspace. */
export interface JobKey {
  readonly workspaceId: string;
  readonly id: string;
}

/** The queue of wake-ups for jobs. */
export const JOB_QUEUE = 'jobs';

/** As a wake-up carries it. */
export function wakeIdOf({ workspaceId, id }: JobKey): string {
  return `${workspaceId}/${id}`;
}

export function jobKeyOf(wakeId: string): JobKey {
  const [workspaceId = '', id = ''] = wakeId.split('/');
  return { workspaceId, id };
}
