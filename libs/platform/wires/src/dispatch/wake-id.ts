/** Name of the queue that carries runs. */
export const RUN_QUEUE = 'wire-runs';

export interface RunKey {
  readonly workspaceId: string;
  readonly id: string;
}

/** A run as the queue names it. */
export function wakeId({ workspaceId, id }: RunKey): string {
  return `${workspaceId}/${id}`;
}

export function runKey(wake: string): RunKey {
  const [workspaceId = '', id = ''] = wake.split('/');
  return { workspaceId, id };
}

/** One of each workspace in turn, each workspace's own in their order: nobody's thousand come before another's first. */
export function inTurns(keys: readonly RunKey[]): readonly RunKey[] {
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
