import { defineEvent, Field } from '@cubit/core';
import { Type } from 'typebox';
import { id, name, NAMED_PART, partId, qty, stockItemId } from '../event-fields.js';

const fields = { buildId: Field.ref('inventory:build'), partId, partName: name, number: Type.String(), qty };
const BUILD = { buildId: id(9), ...NAMED_PART, number: 'B-0042', qty: 10 };
const LINK = '/modules/inventory/records/build/{buildId}';

export const buildIssued = defineEvent({
  name: 'inventory.build.issued',
  title: 'Build issued',
  description: 'The build was started and its components are reserved.',
  payload: Type.Object(fields),
  example: BUILD,
});

export const buildOutputCompleted = defineEvent({
  name: 'inventory.build.output_completed',
  title: 'Build output completed',
  description: '`qty` assemblies were added to stock; `qtyDone` of `qtyTotal` are complete.',
  payload: Type.Object({
    ...fields,
    stockItemIds: Type.Array(stockItemId),
    qtyDone: qty,
    qtyTotal: qty,
  }),
  example: { ...BUILD, qty: 4, stockItemIds: [id(2)], qtyDone: 4, qtyTotal: 10 },
});

export const buildCompleted = defineEvent({
  name: 'inventory.build.completed',
  title: 'Build completed',
  payload: Type.Object({ ...fields, qtyDone: qty, qtyScrapped: qty }),
  example: { ...BUILD, qtyDone: 10, qtyScrapped: 1 },
  notification: { message: 'Build {number} is completed: {qtyDone} {partName}.', link: LINK, priority: 'low' },
});

export const buildReversed = defineEvent({
  name: 'inventory.build.reversed',
  title: 'Build output reversed',
  description: '`qty` assemblies were removed from stock, and their components were returned to stock.',
  payload: Type.Object({ ...fields, qtyDone: qty, reason: Type.Optional(Type.String()) }),
  example: { ...BUILD, qty: 4, qtyDone: 0, reason: 'Wrong board' },
});

export const buildCancelled = defineEvent({
  name: 'inventory.build.cancelled',
  title: 'Build cancelled',
  payload: Type.Object({ ...fields, reason: Type.Optional(Type.String()) }),
  example: { ...BUILD, reason: 'Order withdrawn' },
});

export const shortageDetected = defineEvent({
  name: 'inventory.shortage.detected',
  title: 'Shortage detected',
  description: 'A build was issued with less of a component available than it needs.',
  payload: Type.Object({
    partId,
    partName: name,
    buildId: fields.buildId,
    number: fields.number,
    required: qty,
    short: Type.Number({ description: 'Missing quantity.' }),
  }),
  example: { ...NAMED_PART, buildId: id(9), number: 'B-0042', required: 40, short: 12 },
  notification: {
    message: 'Build {number} is short of {partName}: {short} of {required} missing.',
    link: LINK,
    priority: 'high',
  },
});

export const buildEvents = [
  buildIssued,
  buildOutputCompleted,
  buildCompleted,
  buildReversed,
  buildCancelled,
  shortageDetected,
] as const;
