import { computed, Field, fixed, foreignKind, type KindDefinition, type RecordDraft, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';
import { conditionSchema } from './condition.js';

export const dependencyFields = Type.Object({
  task: fixed(Field.ref('projects:task', { onDelete: 'keep', description: 'The task that waits.' })),
  needs_task: Type.Optional(
    fixed(
      Field.ref('projects:task', {
        onDelete: 'keep',
        description: 'What it waits for: until it is done or cancelled.',
      }),
    ),
  ),
  needs: Type.Optional(fixed(Field.anyRef({ description: 'Or a record of any kind, until the condition holds.' }))),
  condition: Type.Optional(fixed(conditionSchema)),
  satisfied: computed(Field.boolean({ default: false })),
  satisfied_at: Type.Optional(computed(Field.datetime())),
  needs_id: Type.Optional(computed(Field.text({ description: 'Id of `needs`.' }))),
  note: Type.Optional(Field.text()),
});

export type DependencyKind = KindDefinition<'projects:dependency', typeof dependencyFields>;
export type Dependency = RecordOf<DependencyKind>;
export type DependencyDraft = RecordDraft<DependencyKind>;

/** Dependencies that hang on the tasks of one write. */
export const MAX_DEPENDENCIES = 20_000;

/** The kind for the rules that its definition stands on. */
export const dependencyRecord: DependencyKind = foreignKind('projects:dependency', dependencyFields);
