import { type CubitError, defineAction, errorOf, Field, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { bomLineRecord } from '../bom/bom-line.fields.js';
import { reservationCreated, stockChanged, stockLow } from '../events.js';
import { input, STOCK_EFFECTS } from '../stock/stock-input.js';
import { assemblyOf, buildResult, resultOf, buildPayload } from './build-input.js';
import { linesOf } from './build-lines.js';
import { buildIssued, shortageDetected } from './build-events.js';
import { part } from '../part/part.kind.js';
import { build } from './build.kind.js';
import { isActive } from './build-status.js';
import { reserveComponents } from './reserve-components.js';

const MAX_LINES = 10_000;

export const issueBuild = defineAction({
  id: 'inventory:issue_build',
  title: 'Issue build',
  description:
    'Starts a build and reserves its components. It follows the current bill of materials, with substitutes for components that are short. Refused with `409 insufficient_stock` if components are missing, unless `shortages_ok` is set. A build on hold is resumed.',
  appliesTo: [build],
  input: input({
    shortages_ok: Type.Optional(
      Field.boolean({ title: 'Even if short', default: false, description: 'Reserve missing quantities as well.' }),
    ),
  }),
  output: buildResult,
  emits: [buildIssued, shortageDetected, reservationCreated, stockChanged, stockLow],
  agent: { words: ['start building', 'assemble', 'manufacture', 'produce', 'kit'] },
  effects: STOCK_EFFECTS,
  undoneBy: 'inventory:cancel_build',
  ui: {
    done: 'Issued {title}',
    icon: 'play',
    tone: 'primary',
    order: 10,
    visible: { field: 'status', is: 'draft' },
    bulk: true,
  },
  undo:
    (_context, { fields: { held_from: heldFrom } }) =>
    () =>
      heldFrom !== undefined && isActive(heldFrom) ? { action: 'inventory:hold_build' } : null,
  example: { title: 'Start with missing components', input: { shortages_ok: true } },
  lookup: async ({ records }, { fields: { assembly } }) => ({
    hasBill: (await records.find(bomLineRecord, { where: { assembly, optional: false }, limit: 1 })).length > 0,
    title: (await records.get(part, assembly)).title,
  }),
  available({ fields: { status, held_from: heldFrom } }, { found: { hasBill, title } }) {
    if (status !== 'draft' && status !== 'on_hold') return notWhile(status);
    return hasBill || (heldFrom !== undefined && isActive(heldFrom)) || noBillError(title);
  },
  async run(context, record, { shortages_ok: shortagesOk = false }) {
    const { records, now, emit } = context;
    const { held_from: heldFrom, qty, assembly } = record.fields;
    if (heldFrom === 'issued' || heldFrom === 'in_progress')
      return resultOf(await records.update(build, record.id, { status: heldFrom, held_from: null }));
    const bill = await records.find(bomLineRecord, { where: { assembly }, limit: MAX_LINES });
    const parts = await records.getMany(
      part,
      bill.map(({ fields }) => fields.component),
    );
    const lines = linesOf(bill, { qty, parts });
    const owner = await assemblyOf(context, record);
    if (lines.length === 0) throw noBillError(owner.title);
    await reserveComponents(context, { build: record, lines, shortagesOk });
    const fields = { status: 'issued', lines, issued_at: now.toISOString(), held_from: null } as const;
    const issued = await records.update(build, record.id, fields);
    emit(buildIssued, { ...buildPayload(record, owner), qty });
    return resultOf(issued);
  },
});

function noBillError(title: string): CubitError {
  const message = `'${title}' has no bill of materials. Add lines to it first.`;
  return errorOf('conflict', message, { details: [{ path: '/record', code: 'no_bill', message }] });
}
