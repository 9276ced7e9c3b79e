import { type KindHookContext, validationFailed } from '@cubit/core';
import { timeZoneOf } from '../settings.js';
import type { TaskDraft } from '../task/task.fields.js';
import { recurrenceFault } from './recurrence.js';

/** Answers `422` at a recurrence that is invalid. */
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
