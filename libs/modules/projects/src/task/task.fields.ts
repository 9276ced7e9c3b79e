import { computed, Field, foreignKind, type KindDefinition, type RecordDraft, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';
import { DUE_NOTICES } from '../due/due.js';
import { priority } from '../priority.js';
import { TASK_STATUSES } from './task-status.js';

const MAX_CHECKLIST = 200;
const MAX_LINKS = 100;
const closed = { additionalProperties: false };
const checklist = Type.Array(
  Type.Object(
    { text: Type.String({ title: 'Text', minLength: 1, maxLength: 500 }), done: Type.Boolean({ title: 'Done' }) },
    closed,
  ),
  { maxItems: MAX_CHECKLIST },
);

export const taskFields = Type.Object({
  title: Field.text({ title: 'Title', minLength: 1, description: 'What is to be done, in one line.' }),
  number: Type.Optional(
    computed(Field.text({ title: 'Number', description: 'Number within the project, such as `KEY-12`.' })),
  ),
  project: Type.Optional(
    Field.ref('projects:project', {
      title: 'Project',
      description: 'Project that the task belongs to, and whose key its number has. Default: none.',
    }),
  ),
  description: Type.Optional(
    Field.longtext({
      title: 'Description',
      ui: { widget: 'markdown' },
      description: 'Details of the task, in Markdown.',
    }),
  ),
  status: Field.enum(TASK_STATUSES, {
    title: 'Status',
    ui: { widget: 'status', tone: { info: { is: 'in_progress' }, ok: { is: 'done' } } },
    description: 'Progress of the task. It follows the column of the board, and moves the task to a fitting column.',
  }),
  state: Type.Optional(
    Field.ref('projects:state', {
      title: 'Column',
      onDelete: 'clear',
      description: 'Column of the board. Its group determines `status`.',
    }),
  ),
  priority,
  assignees: Field.users({ title: 'Assignees', default: [], description: 'Members who work on the task.' }),
  reporter: Type.Optional(Field.user({ title: 'Reporter', description: 'Default: the member who creates the task.' })),
  start_date: Type.Optional(
    Field.date({
      title: 'Start',
      description: 'Date on which work begins. Default: the day on which the task is started.',
    }),
  ),
  due_at: Type.Optional(
    Field.datetime({
      title: 'Due',
      ui: { widget: 'relative' },
      description: 'Time by which the task is to be done. After it, an open task is overdue.',
    }),
  ),
  estimate_min: Type.Optional(
    Field.integer({
      title: 'Estimate',
      ui: { widget: 'duration', unit: 'min' },
      minimum: 0,
      description: 'Estimated effort in minutes.',
    }),
  ),
  parent: Type.Optional(
    Field.ref('projects:task', {
      title: 'Parent task',
      onDelete: 'clear',
      description: 'Task that this one is a part of.',
    }),
  ),
  rank: computed(
    Field.text({
      title: 'Place on the board',
      ui: { hidden: true },
      default: '',
      description: 'Order on the board, compared as text.',
    }),
  ),
  checklist: Type.Optional(
    Field.json(checklist, {
      title: 'Checklist',
      ui: { widget: 'checklist' },
      description: 'Small steps of the task. Each has `text` and `done`; they do not affect the status.',
    }),
  ),
  recurrence: Type.Optional(
    Field.text({
      title: 'Repeats',
      ui: { widget: 'rrule' },
      minLength: 1,
      description:
        'RRULE of RFC 5545, `FREQ=WEEKLY;BYDAY=MO`. Completing the task creates the next one. Computed from `due_at`, in the time zone of the module settings.',
    }),
  ),
  recurred_as: Type.Optional(
    computed(
      Field.ref('projects:task', {
        title: 'Next task',
        onDelete: 'clear',
        description: 'The next task of the recurrence.',
      }),
    ),
  ),
  completed_at: Type.Optional(Field.datetime({ title: 'Completed', description: 'When the task was completed.' })),
  blocked: computed(
    Field.boolean({
      title: 'Blocked',
      ui: { tone: { warn: { is: true } } },
      default: false,
      description: 'The task is open and has an open dependency.',
    }),
  ),
  blocked_reason: Type.Optional(
    Field.text({ title: 'Blocked because', description: 'Free text on what the task waits for.' }),
  ),
  overdue: computed(
    Field.boolean({
      title: 'Overdue',
      ui: { tone: { bad: { is: true } } },
      default: false,
      description: 'The task is open and past its due time.',
    }),
  ),
  due_notice: computed(
    Field.enum(DUE_NOTICES, {
      title: 'Notice sent',
      ui: { hidden: true },
      default: 'none',
      description: 'The notice sent for the present due time.',
    }),
  ),
  soon_from: Type.Optional(
    computed(
      Field.datetime({
        title: 'Due soon check',
        ui: { hidden: true },
        description: '`due_at`, until the event for due soon is emitted.',
      }),
    ),
  ),
  overdue_from: Type.Optional(
    computed(
      Field.datetime({
        title: 'Overdue from',
        ui: { hidden: true },
        description: '`due_at`, until the event for overdue is emitted.',
      }),
    ),
  ),
  linked: Type.Optional(
    Field.json(Type.Array(Field.anyRef(), { maxItems: MAX_LINKS }), {
      title: 'Linked records',
      description: 'Records that the task is about. A list of `{kind, id}`.',
    }),
  ),
  dedupe_key: Type.Optional(
    Field.text({
      title: 'Key against duplicates',
      ui: { hidden: true },
      minLength: 1,
      description: 'At most one open task has this key.',
    }),
  ),
  open_key: Type.Optional(
    computed(
      Field.text({ title: 'Open key', ui: { hidden: true }, description: '`dedupe_key` while the task is open.' }),
    ),
  ),
  spent_min: computed(
    Field.integer({
      title: 'Time spent',
      ui: { widget: 'duration', unit: 'min' },
      default: 0,
      description: 'Sum of the minutes of its time entries.',
    }),
  ),
});

export type TaskKind = KindDefinition<'projects:task', typeof taskFields>;
export type Task = RecordOf<TaskKind>;
export type TaskDraft = RecordDraft<TaskKind>;

/** Details of a task write that are not fields, for the events that the write emits. */
export interface TaskNote {
  readonly reason?: string | undefined;
  /** The end of the task is undone. */
  readonly restored?: boolean | undefined;
  /** The task was moved, even if project and state are the same. */
  readonly moved?: boolean;
}

/** The kind without hooks, for rules that the kind definition imports. */
export const taskRecord: TaskKind = foreignKind('projects:task', taskFields);
