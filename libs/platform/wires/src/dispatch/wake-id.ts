/** Name of the queue for runs. */
export const RUN_QUEUE = 'wire-runs';

export interface RunKey {
  readonly workspaceId: string;
  readonly id: string;
}

/** Id of a run on the queue. */
export function wakeId({ workspaceId, id }: RunKey): string {
  return `${workspaceId}/${id}`;
}

export function runKey(wake: string): RunKey {
  const [workspaceId = '', id = ''] = wake.split('/');
  return { workspaceId, id };
}

/** Takes one run of each workspace in turn, so that a workspace with many runs does not delay the others. Keeps the order per workspace. */
export function interleaveByWorkspace(keys: readonly RunKey[]): readonly RunKey[] {
  const queues = new Map<string, RunKey[]>();
  for (const key of keys) {
    const queue = queues.get(key.workspaceId);
    if (queue) queue.push(key);
    else queues.set(key.workspaceId, [key]);
  }
  const ordered: RunKey[] = [];
  for (let round = 0; ordered.length < keys.length; round += 1)
    for (const queue of queues.values()) if (queue[round]) ordered.push(queue[round] as RunKey);
  return ordered;
}
