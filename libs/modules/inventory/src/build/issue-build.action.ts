import { defineAction, fail, Field } from '@cubit/core';
import { Type } from 'typebox';
import { bomLineRecord } from '../bom/bom-line.fields.js';
import { reservationCreated, stockChanged, stockLow } from '../events.js';
import { input, STOCK_EFFECTS } from '../stock/stock-input.js';
import { assemblyOf, buildResult, resultOf, saidOf } from './build-input.js';
import { linesOf } from './build-lines.js';
import { buildIssued, shortageDetected } from './build-events.js';
import { build } from './build.kind.js';
import { reserveComponents } from './reserve-components.js';

const MAX_LINES = 10_000;

export const issueBuild = defineAction({
  id: 'inventory:issue_build',
  title: 'Issue',
  description:
    'Starts a build: reserves its components by the bill as it is now, substitutes where they are short. Refused with `409 insufficient_stock` where something is missing, unless `shortages_ok` says that the rest is to come. A build on hold goes on.',
  appliesTo: [build],
  input: input({
    shortages_ok: Type.Optional(Field.boolean({ default: false, description: 'Reserve also what is not there.' })),
  }),
  output: buildResult,
  emits: [buildIssued, shortageDetected, reservationCreated, stockChanged, stockLow],
  effects: STOCK_EFFECTS,
  undoneBy: 'inventory:cancel_build',
  example: { title: 'Start, the rest is on order', input: { shortages_ok: true } },
  available: ({ fields: { status } }) =>
    status === 'draft' || status === 'on_hold' || `it is ${status.replace('_', ' ')}`,
  async run(context, record, { shortages_ok: shortagesOk = false }) {
    const { records, now, emit } = context;
    const { held_from: heldFrom, qty, assembly } = record.fields;
    if (heldFrom === 'issued' || heldFrom === 'in_progress')
      return resultOf(await records.update(build, record.id, { status: heldFrom, held_from: null }));
    const bill = await records.find(bomLineRecord, { where: { assembly }, limit: MAX_LINES });
    const lines = linesOf(bill, qty);
    const owner = await assemblyOf(context, record);
    if (lines.length === 0) throw noBill(owner.title);
    await reserveComponents(context, { build: record, lines, shortagesOk });
    const fields = { status: 'issued', lines, issued_at: now.toISOString(), held_from: null } as const;
    const issued = await records.update(build, record.id, fields);
    emit(buildIssued, { ...saidOf(record, owner), qty });
    return resultOf(issued);
  },
});

function noBill(title: string): Error {
  const message = `'${title}' has no bill of materials; add lines to it first.`;
  return fail('conflict', message, { details: [{ path: '/record', code: 'no_bill', message }] });
}
