import type { KindHookContext } from '@cubit/core';

export const SCHEDULE = 'digifab:schedule';

/** Runs the scheduler in the same transaction if a write may have made a match possible. */
export async function scheduleWhen({ invoke, action }: KindHookContext, isDue: boolean): Promise<void> {
  // Writes of the scheduler itself must not start it again.
  if (isDue && action !== SCHEDULE) await invoke(SCHEDULE, null, {});
}
