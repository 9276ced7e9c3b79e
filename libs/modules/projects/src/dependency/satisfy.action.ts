import { defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { input } from '../action-input.js';
import { taskUnblocked } from '../events.js';
import { isMet } from './condition.js';
import { MAX_DEPENDENCIES } from './dependency.fields.js';
import { dependency } from './dependency.kind.js';

export const satisfy = defineAction({
  id: 'projects:satisfy',
  title: 'Unblock tasks that wait',
  description:
    'Ends the waiting of tasks for this record, where the condition of their dependency holds now. Intended as the action of wires.',
  appliesTo: 'any',
  waiting: { kind: dependency, field: 'needs_id', where: { satisfied: false } },
  input: input({
    event: Type.Optional(
      Field.text({
        title: 'Event',
        description: 'Name of the event that happened, for dependencies that wait for a certain event.',
      }),
    ),
  }),
  output: Type.Object({ satisfied: Type.Integer({ description: 'Number of dependencies that were satisfied.' }) }),
  emits: [taskUnblocked],
  effects: { destructive: false, idempotent: true, readOnly: false },
  ui: { offered: false, icon: 'circle-check', order: 98, hidden: ['event'] },
  example: { title: 'The order arrived', input: { event: 'purchases.order.arrived' } },
  async run({ records, now }, { id, kind, fields }, { event }) {
    const waiting = await records.find(dependency, {
      where: { needs_id: id, satisfied: false },
      limit: MAX_DEPENDENCIES,
    });
    const met = waiting.filter(
      ({ fields: { needs, condition } }) => needs?.kind === kind && isMet(condition, { fields, event }),
    );
    await records.updateMany(
      dependency,
      met.map((found) => ({ id: found.id, fields: { satisfied: true, satisfied_at: now.toISOString() } })),
    );
    return { satisfied: met.length };
  },
});
