import { Field, fixed, foreignKind, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';
import { STATE_GROUPS } from './state-group.js';

export const stateFields = Type.Object({
  project: Type.Optional(
    fixed(
      Field.ref('projects:project', {
        title: 'Project',
        onDelete: 'keep',
        description: 'The project of the board. Default: a column of every board without columns of its own.',
      }),
    ),
  ),
  name: Field.text({ title: 'Name', minLength: 1, description: 'Heading of the column; unique on its board.' }),
  group: fixed(
    Field.enum(STATE_GROUPS, { title: 'Group', description: 'Determines the status of the tasks in the column.' }),
  ),
  color: Type.Optional(Field.color({ title: 'Colour', ui: { widget: 'color' } })),
  color_alpha: Type.Optional(Field.colorAlpha()),
  rank: Field.integer({ title: 'Order', default: 0, description: 'Position among the columns.' }),
  is_default: Field.boolean({
    title: 'Default column',
    default: false,
    description: 'New tasks start in this column. Each board has at most one default.',
  }),
});

export type StateKind = KindDefinition<'projects:state', typeof stateFields>;
export type State = RecordOf<StateKind>;

/** The kind without hooks, for rules that the kind definition imports. */
export const stateRecord: StateKind = foreignKind('projects:state', stateFields);
