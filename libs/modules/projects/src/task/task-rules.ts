import { compact, type KindHookContext, refuseCycles, validationFailed } from '@cubit/core';
import { resolveStates } from '../board/board-columns.js';
import { enterProjects } from '../board/enter-projects.js';
import { isOverdue } from '../due/due.js';
import { errors } from '../errors.js';
import { assertLinked } from './assert-linked.js';
import { isOpen } from './task-status.js';
import { taskRecord, type TaskDraft } from './task.fields.js';
import type { Settings } from '../settings.js';
import { recurrenceFault } from '../recurrence/recurrence.js';

/** Actions that decide themselves whether a blocked task may be completed. */
const FORCING: readonly (string | null)[] = ['projects:complete', 'projects:complete_project'];
const DAY_LENGTH = '2026-01-31'.length;

/** Applies the rules and derived values of tasks to every write. */
export async function prepareTasks(context: KindHookContext<Settings>, drafts: readonly TaskDraft[]): Promise<void> {
  const written = drafts.filter(({ operation }) => operation === 'create' || operation === 'update');
  if (written.length === 0) return;
  await refuseCycles(context, written, { kind: taskRecord, field: 'parent' });
  assertRecurrences(context, written);
  await assertLinked(context, written);
  await resolveStates(context, written);
  refuseBlocked(context, written);
  await enterProjects(context, written);
  for (const draft of written) derive(context, draft);
}

/** Answers `422` at a recurrence that is invalid. */
function assertRecurrences({ settings, now }: KindHookContext<Settings>, drafts: readonly TaskDraft[]): void {
  const timeZone = settings.time_zone;
  const faults = drafts.flatMap((draft) => {
    const { recurrence: rule, due_at: dueAt } = draft.fields;
    if (rule === undefined || rule === draft.before?.fields.recurrence) return [];
    const fault = recurrenceFault({ rule, from: dueAt === undefined ? now : new Date(dueAt), timeZone });
    return fault === null ? [] : [{ path: draft.path('recurrence'), code: 'recurrence', message: fault }];
  });
  if (faults.length > 0) throw validationFailed(faults);
}

function refuseBlocked({ action }: KindHookContext, drafts: readonly TaskDraft[]): void {
  if (FORCING.includes(action)) return;
  const refused = drafts.filter(
    ({ before, fields }) =>
      before?.fields.blocked === true && fields.status === 'done' && before.fields.status !== 'done',
  );
  if (refused.length === 0) return;
  const message = 'The task is blocked by open dependencies. Complete it with force, or remove the dependencies.';
  throw errors.fail(
    'projects_blocked',
    message,
    refused.map((draft) => ({ path: draft.path('status'), code: 'blocked', message })),
  );
}

function derive({ now, actor }: KindHookContext, draft: TaskDraft): void {
  const { before, fields } = draft;
  const open = isOpen(fields.status);
  const today = now.toISOString();
  const isStarted = fields.status === 'in_progress' && before !== null && before.fields.status !== 'in_progress';
  // A new due time has had no notice, unless one is written with it: by an undo.
  const isNoticeKept =
    before !== null && (before.fields.due_at === fields.due_at || before.fields.due_notice !== fields.due_notice);
  const notice = isNoticeKept ? fields.due_notice : 'none';
  draft.fields = compact({
    ...fields,
    reporter: fields.reporter ?? (before === null ? (actor.id ?? undefined) : undefined),
    start_date: fields.start_date ?? (isStarted ? today.slice(0, DAY_LENGTH) : undefined),
    completed_at: fields.status === 'done' ? (fields.completed_at ?? today) : undefined,
    blocked: open && fields.blocked,
    overdue: isOverdue({ dueAt: fields.due_at, isOpen: open }, now),
    due_notice: notice,
    soon_from: open && notice === 'none' ? fields.due_at : undefined,
    overdue_from: open && notice !== 'overdue' ? fields.due_at : undefined,
    open_key: open ? fields.dedupe_key : undefined,
  }) as TaskDraft['fields'];
}
