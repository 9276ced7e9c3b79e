import { compact, defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input, inputPath, recordId } from '../action-input.js';
import { taskAssigned, taskCreated } from '../events.js';
import { PRIORITIES } from '../priority.js';
import { daysFrom, MAX_DAYS } from './days-from.js';
import { taskUsers } from './task-users.js';
import { taskFields } from './task.fields.js';
import { task } from './task.kind.js';

const { properties: fields } = taskFields;

/** The series that serialises tasks with a dedupe key. */
const KEYED = 'keyed_task';

export const createTask = defineAction({
  id: 'projects:create_task',
  title: 'Create task',
  description:
    'Creates a task, optionally linked to a record. With a `dedupe_key`, an open task with the same key is returned instead of a new one.',
  appliesTo: 'any',
  recordOptional: true,
  input: input({
    title: Field.described(fields.title, Field.text({ minLength: 1 })),
    description: Type.Optional(Field.described(fields.description, Field.longtext())),
    project: Type.Optional(Field.titled('Project', recordId('projects:project', 'Id of the project.'))),
    assignees: Type.Optional(taskUsers),
    due_in_days: Type.Optional(
      Type.Integer({
        title: 'Due in days',
        minimum: 0,
        maximum: MAX_DAYS,
        description: 'Days from now until the task is due; 0 is now. Default: no due time.',
      }),
    ),
    priority: Type.Optional(Field.described(fields.priority, Field.enum(PRIORITIES))),
    dedupe_key: Type.Optional(
      Field.text({
        title: 'Key against duplicates',
        minLength: 1,
        description: 'If an open task has this key, that task is returned and none is created.',
      }),
    ),
  }),
  output: Type.Object({
    task: Type.String({ format: 'uuid' }),
    duplicate: Type.Boolean({ description: 'True if an open task with the same `dedupe_key` was returned.' }),
  }),
  emits: [taskCreated, taskAssigned],
  agent: { words: ['make a task', 'to do', 'todo', 'remind', 'new task', 'job'] },
  effects: EFFECTS,
  ui: { done: 'Created the task “{input.title}”', icon: 'list-todo', order: 60, hidden: ['dedupe_key'] },
  example: { title: 'Order more', input: { title: 'Order more felt', due_in_days: 3, dedupe_key: 'felt' } },
  async run({ records, now, takeNumbers }, about, { due_in_days: days, dedupe_key: key, assignees, ...given }) {
    if (key !== undefined) {
      // Concurrent calls wait here for each other, so that the second finds the task of the first.
      await takeNumbers(KEYED, 1);
      const [known] = await records.find(task, { where: { open_key: key }, limit: 1 });
      if (known) return { task: known.id, duplicate: true };
    }
    const made = await records.create(
      task,
      compact({
        ...given,
        assignees: assignees ?? [],
        dedupe_key: key,
        due_at: days === undefined ? undefined : daysFrom(now, days),
        linked: about === null ? undefined : [{ kind: about.kind, id: about.id }],
      }),
      { path: (field) => inputPath(field === 'open_key' ? 'dedupe_key' : field) },
    );
    return { task: made.id, duplicate: false };
  },
});
