import { defineAction, Field, notWhile } from '@cubit/core';
import { Type } from 'typebox';
import { cut } from './cut.kind.ts';

export const drop = defineAction({
  id: 'laser:drop',
  title: 'Drop cut',
  description: 'Gives a cut up, with the reason.',
  appliesTo: [cut],
  input: Type.Object(
    {
      reason: Field.text({ title: 'Reason', description: 'Why it is not cut.', minLength: 1, maxLength: 500 }),
    },
    { additionalProperties: false },
  ),
  output: Type.Null(),
  emits: [],
  effects: { destructive: true, idempotent: false, readOnly: false },
  example: { title: 'Drop a cut', input: { reason: 'The sheet is warped.' } },
  available: ({ fields }) => fields.status === 'open' || notWhile(fields.status),
  ui: { tone: 'danger' },
  async run({ records }, { id }, { reason }) {
    await records.update(cut, id, { status: 'dropped', reason });
    return null;
  },
});
