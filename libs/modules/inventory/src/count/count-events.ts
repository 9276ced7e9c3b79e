import { defineEvent, Field } from '@cubit/core';
import { Type } from 'typebox';
import { id } from '../event-fields.js';
import { countFields } from './count.fields.js';

const countId = Field.ref('inventory:count', { title: 'Count', description: 'Id of the count.' });
const name = Field.described(countFields.properties.name, Type.String());
const items = (title: string, description: string) => Type.Integer({ title, description });
const LINK = '/modules/inventory/records/count/{countId}';

export const countStarted = defineEvent({
  name: 'inventory.count.started',
  title: 'Count started',
  description: 'A count was created. `lines` is the number of stock items to count.',
  payload: Type.Object({ countId, name, lines: items('Lines', 'Number of stock items to count.') }),
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
    applied: items('Applied', 'Number of stock items that were set to the counted quantity.'),
    flagged: items('Flagged', 'Number of stock items that changed after they were counted. They were not set.'),
    uncounted: items('Uncounted', 'Number of stock items without a counted quantity. They were not set.'),
    varianceQty: Field.described(countFields.properties.variance_qty, Type.Number()),
  }),
  example: { countId: id(9), name: 'Rack A', applied: 40, flagged: 1, uncounted: 1, varianceQty: -3 },
  notification: {
    message: 'Count {name} was applied: {applied} items set, {flagged} items changed since and must be counted again.',
    link: LINK,
    priority: 'low',
  },
});

export const countEvents = [countStarted, countApplied] as const;
