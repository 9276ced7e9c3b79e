import { compact, defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { EFFECTS, input } from '../action-input.js';
import { requestCreated } from '../events.js';
import { partRecord } from '../foreign.js';
import { request } from './request.kind.js';

const { properties: fields } = request.fields;

export const addToRequest = defineAction({
  id: 'purchases:add_to_request',
  title: 'Put on the shopping list',
  description:
    'Creates a request for a record. For one that is not a part, its title is the description. A record has at most one open request; an existing one gets the larger quantity.',
  appliesTo: 'any',
  input: input({
    qty: Type.Optional(
      Field.decimal({ title: 'Quantity', exclusiveMinimum: 0, description: 'Quantity in stock units.' }),
    ),
    reason: Type.Optional(Field.described(fields.reason, Field.text({ minLength: 1 }))),
    needed_by: Type.Optional(Field.described(fields.needed_by, Field.date())),
  }),
  output: Type.Object({
    request: Type.String({ format: 'uuid' }),
    duplicate: Type.Boolean({ description: 'Whether an open request existed already.' }),
  }),
  emits: [requestCreated],
  agent: { words: ['want', 'wish', 'request', 'need to buy', 'remember to buy'] },
  effects: { ...EFFECTS, idempotent: true },
  ui: { done: 'Put {title} on the shopping list', icon: 'shopping-basket', key: 'w', order: 65, bulk: true },
  example: { title: 'Request twenty', input: { qty: 20, reason: 'For the next batch' } },
  async run({ records }, { id, kind, title }, { qty, reason: why, needed_by }) {
    const isPart = kind === partRecord.id;
    // The target is locked, so of two concurrent calls the second finds the request of the first.
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

/** Limit of a text field. */
const TITLE_LENGTH = 500;
