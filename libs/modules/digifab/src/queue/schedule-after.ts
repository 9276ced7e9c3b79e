import type { KindHookContext } from '@cubit/core';

export const SCHEDULE = 'digifab:schedule';

/** The queue looks again, in the same transaction, once something was written that may lead to a match. */
export async function scheduleAfter({ invoke, action }: KindHookContext, isDue: boolean): Promise<void> {
  // What the queue itself writes is part of its one look.
  if (isDue && action !== SCHEDULE) await invoke(SCHEDULE, null, {});
}
