import { defineEvent, Field } from '@cubit/core';
import { Type } from 'typebox';
import { id, name } from '../event-fields.js';

const countId = Field.ref('inventory:count');
const lines = Type.Integer();
const LINK = '/modules/inventory/records/count/{countId}';

export const countStarted = defineEvent({
  name: 'inventory.count.started',
  title: 'Count started',
  description: 'A count was created. `lines` is the number of stock items to count.',
  payload: Type.Object({ countId, name, lines }),
  example: { countId: id(9), name: 'Rack A', lines: 42 },
});

export const countApplied = defineEvent({
  name: 'inventory.count.applied',
  title: 'Count applied',
  description:
    'Stock was set to the counted quantities, except for `flagged` items, which changed after they were counted.',
  payload: Type.Object({
    countId,
    name,
    applied: lines,
    flagged: lines,
    uncounted: lines,
    varianceQty: Type.Number({ description: 'Counted less expected quantity, over all items.' }),
  }),
  example: { countId: id(9), name: 'Rack A', applied: 40, flagged: 1, uncounted: 1, varianceQty: -3 },
  notification: {
    message: 'Count {name} was applied: {applied} items set, {flagged} items changed since and must be counted again.',
    link: LINK,
    priority: 'low',
  },
});

export const countEvents = [countStarted, countApplied] as const;
