import { defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { machine } from './machine.kind.ts';

export const service = defineAction({
  id: 'laser:service',
  title: 'Record service',
  description: 'Records that a machine was serviced now, and counts its minutes from zero.',
  appliesTo: [machine],
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({ serviced_at: Field.datetime() }),
  emits: [],
  effects: { destructive: false, idempotent: false, readOnly: false },
  example: { title: 'Record a service', input: {} },
  available: ({ fields }) => fields.minutes > 0 || 'it has not cut since its last service',
  async run({ records, now }, { id }) {
    const servicedAt = now.toISOString();
    await records.update(machine, id, { minutes: 0, serviced_at: servicedAt });
    return { serviced_at: servicedAt };
  },
});
