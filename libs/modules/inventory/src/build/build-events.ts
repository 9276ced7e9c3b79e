import { defineEvent, Field } from '@cubit/core';
import { Type } from 'typebox';
import { id, NAMED_PART, partName, quantity, reason, stockItemId, text, unit } from '../event-fields.js';
import { buildFields } from './build.fields.js';

const buildId = Field.ref('inventory:build', { title: 'Build', description: 'Id of the build.' });
const number = text('Number', 'Number of the build, for example `B-0042`.');
const assembly = Field.ref('inventory:part', { title: 'Part', description: 'Id of the assembly that is built.' });
const payload = (qty: string) => ({ buildId, partId: assembly, partName, number, qty: quantity('Quantity', qty) });
const ordered = payload('Quantity to build.');
const qtyDone = Field.described(buildFields.properties.qty_done, Type.Number());
const BUILD = { buildId: id(9), ...NAMED_PART, number: 'B-0042', qty: 10 };
const LINK = '/modules/inventory/records/build/{buildId}';

export const buildIssued = defineEvent({
  name: 'inventory.build.issued',
  title: 'Build issued',
  description: 'The build was started and its components are reserved.',
  payload: Type.Object(ordered),
  example: BUILD,
});

export const buildOutputCompleted = defineEvent({
  name: 'inventory.build.output_completed',
  title: 'Build output completed',
  description: '`qty` assemblies were added to stock; `qtyDone` of `qtyTotal` are complete.',
  payload: Type.Object({
    ...payload('Quantity that was completed now.'),
    stockItemIds: Type.Array(stockItemId, {
      title: 'Stock items',
      description: 'Ids of the stock items that the assemblies were added to.',
    }),
    qtyDone,
    qtyTotal: Field.titled('Total', ordered.qty),
  }),
  example: { ...BUILD, qty: 4, stockItemIds: [id(2)], qtyDone: 4, qtyTotal: 10 },
});

export const buildCompleted = defineEvent({
  name: 'inventory.build.completed',
  title: 'Build completed',
  description: 'The build was completed. Its remaining reservations are released.',
  payload: Type.Object({
    ...ordered,
    qtyDone,
    qtyScrapped: Field.described(buildFields.properties.qty_scrapped, Type.Number()),
  }),
  example: { ...BUILD, qtyDone: 10, qtyScrapped: 1 },
  notification: { message: 'Build {number} is completed: {qtyDone} {partName}.', link: LINK, priority: 'low' },
});

export const buildReversed = defineEvent({
  name: 'inventory.build.reversed',
  title: 'Build output reversed',
  description: '`qty` assemblies were removed from stock, and their components were returned to stock.',
  payload: Type.Object({ ...payload('Quantity that was taken back.'), qtyDone, reason }),
  example: { ...BUILD, qty: 4, qtyDone: 0, reason: 'Wrong board' },
});

export const buildCancelled = defineEvent({
  name: 'inventory.build.cancelled',
  title: 'Build cancelled',
  description: 'The build was cancelled and its reservations are released. What was built and used remains.',
  payload: Type.Object({ ...ordered, reason }),
  example: { ...BUILD, reason: 'Order withdrawn' },
});

export const shortageDetected = defineEvent({
  name: 'inventory.shortage.detected',
  title: 'Shortage detected',
  description: 'A build was issued with less of a component available than it needs.',
  payload: Type.Object({
    partId: Field.ref('inventory:part', { title: 'Part', description: 'Id of the component that is missing.' }),
    partName,
    buildId,
    number,
    required: quantity('Required', 'Quantity of the component that the build needs.'),
    short: quantity('Short', 'Quantity of it that is missing.'),
    unit,
  }),
  example: { ...NAMED_PART, buildId: id(9), number: 'B-0042', required: 40, short: 12, unit: 'pcs' },
  notification: {
    message: 'Build {number} is short of {partName}: {short} of {required} {unit} missing.',
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
