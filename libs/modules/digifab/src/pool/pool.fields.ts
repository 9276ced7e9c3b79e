import { Field, foreignKind, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';

export const poolFields = Type.Object({
  name: Field.text({ minLength: 1 }),
  machines: Type.Optional(Field.refs('digifab:machine', { onDelete: 'clear' })),
  strategy: Field.enum(['first_free', 'least_hours', 'round_robin'], { default: 'first_free' }),
  start_gap_s: Field.integer({
    default: 0,
    minimum: 0,
    maximum: 86_400,
    description: 'Seconds between two starts in the pool: heaters that start together trip a breaker.',
  }),
});

export type PoolKind = KindDefinition<'digifab:pool', typeof poolFields>;
export type Pool = RecordOf<PoolKind>;

/** The kind for the rules and actions that its definition stands on. */
export const poolRecord: PoolKind = foreignKind('digifab:pool', poolFields);
