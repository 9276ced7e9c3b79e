import { computed, Field, fixed, foreignKind, type KindDefinition, type RecordDraft, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';
import { conditionSchema } from './condition.js';

export const dependencyFields = Type.Object({
  task: fixed(Field.ref('projects:task', { title: 'Task', onDelete: 'keep', description: 'The task that waits.' })),
  needs_task: Type.Optional(
    fixed(
      Field.ref('projects:task', {
        title: 'Waits for task',
        onDelete: 'keep',
        description: 'The task that it waits for, until that is done or cancelled.',
      }),
    ),
  ),
  needs: Type.Optional(
    fixed(
      Field.anyRef({
        title: 'Waits for',
        description: 'A record of any kind that it waits for, until the condition holds.',
      }),
    ),
  ),
  condition: Type.Optional(fixed(conditionSchema)),
  satisfied: computed(
    Field.boolean({
      title: 'Satisfied',
      ui: { tone: { ok: { is: true }, warn: { is: false } } },
      default: false,
      description: 'Whether the wait is over. A task with a dependency that is not satisfied is blocked.',
    }),
  ),
  satisfied_at: Type.Optional(
    computed(Field.datetime({ title: 'Satisfied', description: 'When the dependency was satisfied.' })),
  ),
  needs_id: Type.Optional(
    computed(Field.text({ title: 'Id of the record', ui: { hidden: true }, description: 'Id of `needs`.' })),
  ),
  note: Type.Optional(Field.text({ title: 'Note', description: 'Why the task waits, for people.' })),
});

export type DependencyKind = KindDefinition<'projects:dependency', typeof dependencyFields>;
export type Dependency = RecordOf<DependencyKind>;
export type DependencyDraft = RecordDraft<DependencyKind>;

/** Upper bound for the dependencies on the tasks of one write. */
export const MAX_DEPENDENCIES = 20_000;

/** The kind without hooks, for rules that the kind definition imports. */
export const dependencyRecord: DependencyKind = foreignKind('projects:dependency', dependencyFields);
