import { computed, Field, foreignKind, type KindDefinition, type RecordDraft, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';
import { DUE_NOTICES } from '../due/due.js';
import { priority } from '../priority.js';
import { TASK_STATUSES } from './task-status.js';

const MAX_CHECKLIST = 200;
const MAX_LINKS = 100;
const closed = { additionalProperties: false };
const checklist = Type.Array(
  Type.Object({ text: Type.String({ minLength: 1, maxLength: 500 }), done: Type.Boolean() }, closed),
  { maxItems: MAX_CHECKLIST },
);

export const taskFields = Type.Object({
  title: Field.text({ minLength: 1 }),
  number: Type.Optional(computed(Field.text({ description: 'Of a project’s task: `KEY-12`.' }))),
  project: Type.Optional(Field.ref('projects:project')),
  description: Type.Optional(Field.longtext()),
  status: Field.enum(TASK_STATUSES),
  state: Type.Optional(
    Field.ref('projects:state', { onDelete: 'clear', description: 'Column of the board; its group sets `status`.' }),
  ),
  priority,
  assignees: Field.users({ default: [], description: 'Who works on it.' }),
  reporter: Type.Optional(Field.user({ description: 'Default: who creates it.' })),
  start_date: Type.Optional(Field.date()),
  due_at: Type.Optional(Field.datetime()),
  estimate_min: Type.Optional(Field.integer({ minimum: 0, description: 'In minutes.' })),
  parent: Type.Optional(Field.ref('projects:task', { onDelete: 'clear' })),
  rank: computed(Field.text({ default: '', description: 'Place on the board: tasks are in order of it, as text.' })),
  checklist: Type.Optional(Field.json(checklist)),
  recurrence: Type.Optional(
    Field.text({
      minLength: 1,
      description:
        'RRULE of RFC 5545, `FREQ=WEEKLY;BYDAY=MO`: when the task is completed, the next one is made. Reckoned from `due_at`, in the time zone of the module’s settings.',
    }),
  ),
  recurred_as: Type.Optional(
    computed(Field.ref('projects:task', { onDelete: 'clear', description: 'The next one that was made of it.' })),
  ),
  completed_at: Type.Optional(Field.datetime({ description: 'Set when it is done.' })),
  blocked: computed(Field.boolean({ default: false, description: 'It is open and waits for something.' })),
  blocked_reason: Type.Optional(Field.text({ description: 'What people say it waits for.' })),
  overdue: computed(Field.boolean({ default: false, description: 'It is open and past its due time.' })),
  due_notice: computed(
    Field.enum(DUE_NOTICES, { default: 'none', description: 'What was told of the present due time.' }),
  ),
  soon_from: Type.Optional(computed(Field.datetime({ description: '`due_at` until it was told that it comes.' }))),
  overdue_from: Type.Optional(computed(Field.datetime({ description: '`due_at` until it was told that it is past.' }))),
  linked: Type.Optional(Field.json(Type.Array(Field.anyRef(), { maxItems: MAX_LINKS }))),
  dedupe_key: Type.Optional(Field.text({ minLength: 1, description: 'One open task at most has it.' })),
  open_key: Type.Optional(computed(Field.text({ description: '`dedupe_key` while the task is open.' }))),
  spent_min: computed(Field.integer({ default: 0, description: 'Minutes of its time entries.' })),
});

export type TaskKind = KindDefinition<'projects:task', typeof taskFields>;
export type Task = RecordOf<TaskKind>;
export type TaskDraft = RecordDraft<TaskKind>;

/** What an action says of the change that it makes to a task. */
export interface TaskNote {
  readonly reason?: string | undefined;
  /** It was given another place, even where project and state are the same. */
  readonly moved?: boolean;
}

/** The kind for the rules that its definition stands on. */
export const taskRecord: TaskKind = foreignKind('projects:task', taskFields);
