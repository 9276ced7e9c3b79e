import { defineKind } from '@cubit/core';
import { countStarted } from './count-events.js';
import { setLines } from './count-lines.js';
import { countFields } from './count.fields.js';
import { countHints } from './count.hints.js';

const apply = ['inventory:apply_count'] as const;

export const count = defineKind({
  id: 'inventory:count',
  title: ['Count', 'Counts'],
  description: 'A stock-take: stock items are counted, and stock is set to the counted quantities.',
  fields: countFields,
  titleField: 'name',
  index: ['status', 'assignee'],
  lifecycle: {
    field: 'status',
    initial: 'open',
    states: {
      open: { to: { submitted: 'direct', cancelled: 'direct', applied: apply } },
      submitted: { to: { open: 'direct', cancelled: 'direct', applied: apply } },
      applied: { to: {} },
      cancelled: { to: {} },
    },
  },
  ui: countHints,
  example: { name: 'All stock', scope: {} },
  events: { created: countStarted },
  eventPayload: ({ fields: { name, lines } }) => ({ name, lines: lines.length }),
  async beforeWrite(context, drafts) {
    await setLines(context, drafts);
  },
});
