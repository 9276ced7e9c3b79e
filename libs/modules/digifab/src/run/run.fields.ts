import { computed, Field, fixed, foreignKind, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';

export const RUN_STATUSES = ['active', 'paused', 'completed', 'cancelled'] as const;

export const runFields = Type.Object({
  name: Field.text({ title: 'Name', minLength: 1, description: 'What is made. Its jobs get this title.' }),
  file: fixed(Field.ref('digifab:file', { title: 'File', description: 'The file that each job prints.' })),
  pool: fixed(Field.ref('digifab:pool', { title: 'Pool', description: 'Machines that may run the jobs.' })),
  target_qty: Field.integer({
    title: 'Pieces',
    minimum: 1,
    maximum: 100_000,
    description: 'Number of good pieces to make.',
  }),
  per_plate: Field.integer({
    title: 'Pieces per plate',
    default: 1,
    minimum: 1,
    maximum: 10_000,
    description: 'Pieces per print.',
  }),
  priority: Field.integer({
    title: 'Priority',
    default: 0,
    minimum: -1_000,
    maximum: 1_000,
    description: 'Priority of its jobs: those with a higher priority come first.',
  }),
  max_attempts: Field.integer({
    title: 'Maximum attempts',
    default: 1,
    minimum: 1,
    maximum: 10,
    description: 'Maximum number of attempts of each job.',
  }),
  status: Field.enum(RUN_STATUSES, {
    title: 'Status',
    description: 'A `paused` run starts no jobs. It is `completed` when enough pieces are good.',
    ui: { widget: 'status', tone: { info: { is: 'active' }, warn: { is: 'paused' }, ok: { is: 'completed' } } },
  }),
  output_part: Type.Optional(
    Field.ref('inventory:part', {
      title: 'Product',
      description: 'The part whose stock good pieces are added to. Absent: nothing is added.',
    }),
  ),
  done_qty: computed(Field.decimal({ title: 'Done', default: 0, description: 'Pieces that verdicts found good.' })),
  scrapped_qty: computed(
    Field.decimal({ title: 'Scrapped', default: 0, description: 'Pieces that verdicts found scrapped.' }),
  ),
});

export type RunKind = KindDefinition<'digifab:run', typeof runFields>;
export type Run = RecordOf<RunKind>;

/** The kind without hooks, for rules and actions that the kind definition imports. */
export const runRecord: RunKind = foreignKind('digifab:run', runFields);
