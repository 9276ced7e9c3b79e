import { defineAction, Field, validationFailed } from '@cubit/core';
import { Type } from 'typebox';
import { partStocked, reservationReleased, stockChanged, stockLow, stockRecovered } from '../events.js';
import { input, STOCK_EFFECTS } from '../stock/stock-input.js';
import { reopenedStatus } from './open-reservation.js';
import { reservation } from './reservation.kind.js';

/** Above the number of open reservations for one record. */
export const MAX_RESERVATIONS = 100_000;

const NOT_BOTH = { path: '/input/restore', code: 'not_both', message: '`restore` undoes `ended`: send one of them.' };

export const releaseFor = defineAction({
  id: 'inventory:release_for',
  title: 'Release for a record',
  description: 'Releases all stock that is reserved for a record. Changes nothing if there is none.',
  appliesTo: 'workspace',
  input: input({
    for: Field.anyRef({ title: 'For', description: 'Record that the stock was reserved for.' }),
    ended: Type.Optional(
      Field.boolean({ title: 'Ended', ui: { hidden: true }, description: 'The record ended; `restore` undoes this.' }),
    ),
    restore: Type.Optional(
      Field.boolean({
        title: 'Restore',
        ui: { hidden: true },
        description: 'Reserve again what was released because the record ended, also if there is less now.',
      }),
    ),
  }),
  output: Type.Object(
    { released: Type.Integer({ description: 'Number of reservations that were released, or restored.' }) },
    { additionalProperties: false },
  ),
  emits: [reservationReleased, stockChanged, stockLow, stockRecovered, partStocked],
  effects: { ...STOCK_EFFECTS, idempotent: true },
  undoneBy: 'inventory:reserve',
  ui: { offered: false, icon: 'lock-open', order: 99, hidden: ['ended', 'restore'] },
  example: {
    title: 'The task was dropped',
    input: { for: { kind: 'projects:task', id: '0192f0c1-2d3e-7000-8000-000000000006' } },
  },
  async run({ records }, _workspace, { for: { kind, id }, ended = false, restore = false }) {
    if (ended && restore) throw validationFailed([NOT_BOTH]);
    const found = await records.find(reservation, {
      where: restore ? { ended_for: id } : { open_for: id },
      limit: MAX_RESERVATIONS,
    });
    const own = found.filter(({ fields: { for: purpose } }) => purpose.kind === kind);
    const released = { status: 'released', ...(ended ? { ended_for: id } : {}) } as const;
    await records.updateMany(
      reservation,
      own.map((kept) => ({ id: kept.id, fields: restore ? { status: reopenedStatus(kept.fields) } : released })),
    );
    return { released: own.length };
  },
});
