import { compact, type KindHookContext, type RecordChange, storedInstant } from '@cubit/core';
import { keyOf, recordsOf } from '../records-of.js';
import type { Settings } from '../settings.js';
import { taskRecord, type Task, type TaskKind } from '../task/task.fields.js';
import { nextOccurrence, type Occurrence } from './recurrence.js';

const DAY_LENGTH = '2026-01-31'.length;

/** The next occurrence, with its instant in the format of a field. */
type NextOccurrence = Omit<Occurrence, 'at'> & { readonly at: string };

/** Creates the next task of each completed recurring task. A task that is reopened and completed again does not create another. */
export async function createNextTasks(
  context: KindHookContext<Settings>,
  completed: readonly RecordChange<TaskKind>[],
): Promise<void> {
  const { records, settings, now } = context;
  const timeZone = settings.time_zone;
  const due = completed.flatMap((change) => {
    const { after: task } = change;
    const { recurrence: rule, recurred_as: made, due_at: dueAt } = task.fields;
    if (rule === undefined || made !== undefined) return [];
    const from = dueAt === undefined ? now : new Date(dueAt);
    const next = nextOccurrence({ rule, from, timeZone }, now);
    if (next === null) return [];
    const source = dueAt === undefined ? 'recurrence' : 'due_at';
    const at = storedInstant(next.at.getTime(), context.action === null ? change.path(source) : '/record');
    return [{ task, next: { ...next, at } }];
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

/** Copies the task without its progress. Links to deleted records are dropped. */
function followUp({ fields }: Task, { at, rule }: NextOccurrence, there: ReadonlyMap<string, unknown>) {
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
    due_at: at,
    recurrence: rule,
  });
}

/** The start date, as many days before the due time as that of the completed task; none without a due time. */
function startOf({ start_date: start, due_at: due }: Task['fields'], at: string): string | undefined {
  if (start === undefined || due === undefined) return undefined;
  const lead = Date.parse(due.slice(0, DAY_LENGTH)) - Date.parse(start);
  return new Date(Date.parse(at.slice(0, DAY_LENGTH)) - lead).toISOString().slice(0, DAY_LENGTH);
}
