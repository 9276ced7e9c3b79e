import { defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { partStocked, reservationReleased, stockChanged, stockRecovered } from '../events.js';
import { input, STOCK_EFFECTS } from '../stock/stock-input.js';
import { reservation } from './reservation.kind.js';

/** Above the number of open reservations for one record. */
const MAX_RESERVATIONS = 100_000;

export const releaseFor = defineAction({
  id: 'inventory:release_for',
  title: 'Release for a record',
  description: 'Releases all stock that is reserved for a record. Changes nothing if there is none.',
  appliesTo: 'workspace',
  input: input({ for: Field.anyRef({ title: 'For', description: 'Record that the stock was reserved for.' }) }),
  output: Type.Object(
    { released: Type.Integer({ description: 'Number of reservations that were released.' }) },
    { additionalProperties: false },
  ),
  emits: [reservationReleased, stockChanged, stockRecovered, partStocked],
  effects: { ...STOCK_EFFECTS, idempotent: true },
  undoneBy: 'inventory:reserve',
  ui: { icon: 'lock-open', order: 99 },
  example: {
    title: 'The task was dropped',
    input: { for: { kind: 'projects:task', id: '0192f0c1-2d3e-7000-8000-000000000006' } },
  },
  async run({ records }, _workspace, { for: { kind, id } }) {
    const found = await records.find(reservation, {
      where: { open_for: id },
      limit: MAX_RESERVATIONS,
    });
    const open = found.filter(({ fields: { for: purpose } }) => purpose.kind === kind);
    await records.updateMany(
      reservation,
      open.map((kept) => ({ id: kept.id, fields: { status: 'released' as const } })),
    );
    return { released: open.length };
  },
});
