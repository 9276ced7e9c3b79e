import { Field, fixed, foreignKind, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';
import { STATE_GROUPS } from './state-group.js';

export const stateFields = Type.Object({
  project: Type.Optional(
    fixed(
      Field.ref('projects:project', {
        onDelete: 'keep',
        description: 'Default: a column of every board that has none of its own.',
      }),
    ),
  ),
  name: Field.text({ minLength: 1 }),
  group: fixed(Field.enum(STATE_GROUPS, { description: 'Sets the status of the tasks in it.' })),
  color: Type.Optional(Field.text({ maxLength: 50 })),
  rank: Field.integer({ default: 0, description: 'Its place among the columns.' }),
  is_default: Field.boolean({ default: false, description: 'New tasks start here. One per board.' }),
});

export type StateKind = KindDefinition<'projects:state', typeof stateFields>;
export type State = RecordOf<StateKind>;

/** The kind for the rules that its definition stands on. */
export const stateRecord: StateKind = foreignKind('projects:state', stateFields);
