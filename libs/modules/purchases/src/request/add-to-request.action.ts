import { compact, defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input, reason } from '../action-input.js';
import { requestCreated } from '../events.js';
import { partRecord } from '../foreign.js';
import { request } from './request.kind.js';

export const addToRequest = defineAction({
  id: 'purchases:add_to_request',
  title: 'Put on the shopping list',
  description:
    'A request for the part; for any other record one that is called after it. There is one open request for each: where it is there already, it asks for the larger quantity.',
  appliesTo: 'any',
  input: input({
    qty: Type.Optional(Field.decimal({ exclusiveMinimum: 0, description: 'In units of stock.' })),
    reason,
    needed_by: Type.Optional(Field.date()),
  }),
  output: Type.Object({
    request: Type.String({ format: 'uuid' }),
    duplicate: Type.Boolean({ description: 'It was there already.' }),
  }),
  emits: [requestCreated],
  effects: { ...EFFECTS, idempotent: true },
  example: { title: 'We need more of these', input: { qty: 20, reason: 'For the next batch' } },
  async run({ records }, { id, kind, title }, { qty, reason: why, needed_by }) {
    const isPart = kind === partRecord.id;
    // The target is held: of two who ask at once, the second finds the request of the first.
    const [open] = await records.find(request, {
      where: { status: 'open', ...(isPart ? { part: id } : { for: id }) },
      limit: 1,
      lock: true,
    });
    if (open) {
      const more = Math.max(qty ?? 0, open.fields.qty ?? 0);
      await records.update(request, open.id, more > 0 ? { qty: more } : {});
      return { request: open.id, duplicate: true };
    }
    const about = isPart ? { part: id } : { description: title.slice(0, TITLE_LENGTH) || kind, for: { kind, id } };
    const made = await records.create(request, compact({ ...about, qty, reason: why, needed_by }));
    return { request: made.id, duplicate: false };
  },
});

/** Of a text field. */
const TITLE_LENGTH = 500;
