import { defineAction, Field, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { input, STOCK_EFFECTS } from '../stock/stock-input.js';
import { buildResult, resultOf } from './build-input.js';
import { isActive } from './build-status.js';
import { build } from './build.kind.js';

export const holdBuild = defineAction({
  id: 'inventory:hold_build',
  title: 'Hold build',
  description: 'Puts a build on hold, or resumes it with `on: false`. Its reservations are kept.',
  appliesTo: [build],
  input: input({
    on: Type.Optional(
      Field.boolean({
        title: 'On hold',
        default: true,
        description: '`false` resumes the build in the status that it had.',
      }),
    ),
  }),
  output: buildResult,
  emits: [],
  effects: { ...STOCK_EFFECTS, idempotent: true },
  undoneBy: 'inventory:hold_build',
  ui: { done: '{title} is {record.status} now', icon: 'pause', order: 50 },
  undo:
    (_context, { fields: { status } }, { on = true }) =>
    () =>
      on === (status === 'on_hold') ? null : { input: { on: !on } },
  example: { title: 'Put on hold', input: {} },
  available: ({ fields: { status } }) =>
    status === 'draft' || status === 'on_hold' || isActive(status) || notWhile(status),
  async run({ records }, record, { on = true }) {
    const { status, held_from: heldFrom } = record.fields;
    const isOnHold = status === 'on_hold';
    if (on === isOnHold || status === 'completed' || status === 'cancelled') return resultOf(record);
    const patch = isOnHold
      ? ({ status: heldFrom ?? 'draft', held_from: null } as const)
      : ({ status: 'on_hold', held_from: status } as const);
    return resultOf(await records.update(build, record.id, patch));
  },
});
