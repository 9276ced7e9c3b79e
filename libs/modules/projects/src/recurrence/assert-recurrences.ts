import { validationFailed, type KindHookContext } from '@cubit/core';
import { timeZoneOf } from '../settings.js';
import type { TaskDraft } from '../task/task.fields.js';
import { recurrenceFault } from './recurrence.js';

/** `422` at the recurrence that cannot be reckoned with. */
export function assertRecurrences({ settings, now }: KindHookContext, drafts: readonly TaskDraft[]): void {
  const timeZone = timeZoneOf(settings);
  const faults = drafts.flatMap((draft) => {
    const { recurrence: rule, due_at: dueAt } = draft.fields;
    if (rule === undefined || rule === draft.before?.fields.recurrence) return [];
    const fault = recurrenceFault({ rule, from: dueAt === undefined ? now : new Date(dueAt), timeZone });
    return fault === null ? [] : [{ path: draft.path('recurrence'), code: 'recurrence', message: fault }];
  });
  if (faults.length > 0) throw validationFailed(faults);
}
