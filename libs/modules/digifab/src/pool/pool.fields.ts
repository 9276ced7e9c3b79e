import { Field, foreignKind, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';

export const poolFields = Type.Object({
  name: Field.text({ title: 'Name', minLength: 1, description: 'Name in lists, for example `PLA printers`.' }),
  machines: Type.Optional(
    Field.refs('digifab:machine', {
      title: 'Machines',
      onDelete: 'clear',
      description: 'Machines that get the jobs of the pool. `first_free` tries them in this order.',
    }),
  ),
  strategy: Field.enum(['first_free', 'least_hours', 'round_robin'], {
    title: 'Strategy',
    default: 'first_free',
    description: 'How the queue chooses among free machines.',
  }),
  start_gap_s: Field.integer({
    title: 'Gap between starts',
    ui: { widget: 'duration', unit: 's' },
    default: 0,
    minimum: 0,
    maximum: 86_400,
    description: 'Minimum seconds between two starts in the pool. Heaters that start together can trip a breaker.',
  }),
});

export type PoolKind = KindDefinition<'digifab:pool', typeof poolFields>;
export type Pool = RecordOf<PoolKind>;

/** The kind without hooks, for rules and actions that the kind definition imports. */
export const poolRecord: PoolKind = foreignKind('digifab:pool', poolFields);
