import { compact, type KindHookContext } from '@cubit/core';
import { keyOf, recordsOf } from '../records-of.js';
import { timeZoneOf } from '../settings.js';
import { taskRecord, type Task } from '../task/task.fields.js';
import { nextOccurrence, type Occurrence } from './recurrence.js';

const DAY_LENGTH = '2026-01-31'.length;

/** The next of each completed task that recurs: made once, also where the task is reopened and completed again. */
export async function recur(context: KindHookContext, completed: readonly Task[]): Promise<void> {
  const { records, settings, now } = context;
  const timeZone = timeZoneOf(settings);
  const due = completed.flatMap((task) => {
    const { recurrence: rule, recurred_as: made, due_at: dueAt } = task.fields;
    if (rule === undefined || made !== undefined) return [];
    const from = dueAt === undefined ? now : new Date(dueAt);
    const next = nextOccurrence({ rule, from, timeZone }, now);
    return next === null ? [] : [{ task, next }];
  });
  const there = await recordsOf(
    context,
    due.flatMap(({ task }) => task.fields.linked ?? []),
  );
  const created = await records.createMany(
    taskRecord,
    due.map(({ task, next }) => ({ fields: followUp(task, next, there), tags: task.tags })),
  );
  await records.updateMany(
    taskRecord,
    due.map(({ task }, index) => ({ id: task.id, fields: { recurred_as: created[index]?.id ?? null } })),
  );
}

/** The task as it was meant, not as it came out: nothing of it is done. Of what it was linked with, what is still there. */
function followUp({ fields }: Task, { at, rule }: Occurrence, there: ReadonlyMap<string, unknown>) {
  const { title, project, description, priority, assignees, reporter, estimate_min, parent, linked } = fields;
  return compact({
    title,
    project,
    description,
    priority,
    assignees,
    reporter,
    estimate_min,
    parent,
    linked: linked?.filter((ref) => there.has(keyOf(ref))),
    checklist: fields.checklist?.map(({ text }) => ({ text, done: false })),
    start_date: startOf(fields, at),
    due_at: at.toISOString(),
    recurrence: rule,
  });
}

/** As many days before it is due as the last one. One without a due time was started when it was started. */
function startOf({ start_date: start, due_at: due }: Task['fields'], at: Date): string | undefined {
  if (start === undefined || due === undefined) return undefined;
  const lead = Date.parse(due.slice(0, DAY_LENGTH)) - Date.parse(start);
  return new Date(Date.parse(at.toISOString().slice(0, DAY_LENGTH)) - lead).toISOString().slice(0, DAY_LENGTH);
}
