import { defineKind, Field, fixed, type KindDefinition, type KindHookContext, type RecordChange } from '@cubit/core';
import { Type } from 'typebox';
import { taskRecord } from '../task/task.fields.js';
import { timeEntryHints } from './time-entry.hints.js';

const MAX_MINUTES = 7 * 24 * 60;

const fields = Type.Object({
  task: fixed(
    Field.ref('projects:task', { title: 'Task', onDelete: 'keep', description: 'Task that the time was spent on.' }),
  ),
  user: Type.Optional(Field.user({ title: 'User', description: 'Default: the member who creates the entry.' })),
  started_at: Type.Optional(
    Field.datetime({ title: 'Started', ui: { widget: 'relative' }, description: 'Default: `minutes` before now.' }),
  ),
  minutes: Field.integer({
    title: 'Minutes',
    ui: { widget: 'duration', unit: 'min' },
    minimum: 1,
    maximum: MAX_MINUTES,
    description: 'Time spent, in minutes.',
  }),
  note: Type.Optional(Field.text({ title: 'Note', description: 'What was done. It is a part of the title.' })),
});

export const timeEntry = defineKind({
  id: 'projects:time_entry',
  title: ['Time entry', 'Time entries'],
  description: 'Time that a member spent on a task.',
  fields,
  titleOf: ({ minutes, note }) => (note === undefined ? `${minutes} min` : `${minutes} min: ${note}`),
  search: ['note'],
  index: ['task', 'user', 'started_at'],
  ui: timeEntryHints,
  example: { task: '0192f0c1-2d3e-7000-8000-000000000002', minutes: 45, note: 'Cut the battens' },
  beforeWrite({ actor, now }, drafts) {
    for (const draft of drafts.filter(({ operation }) => operation === 'create')) {
      const { user = actor.id, started_at = startOf(now, draft.fields.minutes) } = draft.fields;
      draft.fields = { ...draft.fields, started_at, ...(user === null ? {} : { user }) };
    }
  },
  onWrite: updateSpentTime,
});

const MINUTE_MS = 60_000;

function startOf(now: Date, minutes: number): string {
  return new Date(now.getTime() - minutes * MINUTE_MS).toISOString();
}

/** Updates the spent time of tasks whose entries were written, in one statement. The tasks are locked, and the differences are added. */
async function updateSpentTime(
  { records }: KindHookContext,
  changes: readonly RecordChange<KindDefinition<'projects:time_entry', typeof fields>>[],
): Promise<void> {
  const spent = new Map<string, number>();
  for (const { operation, before, after } of changes) {
    const was = before === null || operation === 'restore' ? 0 : before.fields.minutes;
    const is = operation === 'delete' ? 0 : after.fields.minutes;
    spent.set(after.fields.task, (spent.get(after.fields.task) ?? 0) + is - was);
  }
  await records.updateEach(taskRecord, [...spent.keys()], ({ id, fields }) => ({
    spent_min: fields.spent_min + (spent.get(id) ?? 0),
  }));
}
