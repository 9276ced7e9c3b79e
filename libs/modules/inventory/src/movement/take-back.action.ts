import { defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { partStocked, stockChanged, stockDepleted, stockLow, stockRecovered } from '../events.js';
import { part } from '../part/part.kind.js';
import { writePosting } from '../stock/write-posting.js';
import { Posting } from '../stock/posting.js';
import { input, postingInput, STOCK_EFFECTS } from '../stock/stock-input.js';
import { settings } from '../settings.js';
import { removeMade } from './remove-made.js';
import { linkReversals, reversePostings } from './reverse-postings.js';

const MAX_POSTINGS = 1_000;
const key = Field.text({ minLength: 1 });

export const takeBackPostings = defineAction({
  id: 'inventory:take_back',
  title: 'Take back',
  description:
    'Reverses the postings of cause keys. All or none, on the same stock items. A key without a posting, or with a reversed one, changes nothing. Fails with `409 insufficient_stock` if the stock is no longer there.',
  appliesTo: 'workspace',
  input: input({
    postings: Type.Array(
      Type.Object(
        {
          part: Field.ref('inventory:part', { title: 'Part', description: 'The part of the posting.' }),
          reverses: Field.titled('Reverses', key),
          cause_key: Type.Optional(Field.titled('Posting key', key)),
        },
        { additionalProperties: false },
      ),
      {
        title: 'Postings',
        minItems: 1,
        maxItems: MAX_POSTINGS,
        description: 'The postings to reverse, each by its cause key.',
      },
    ),
    reason: postingInput.reason,
    discard: Type.Optional(
      Field.boolean({
        title: 'Discard',
        ui: { hidden: true },
        description: 'Delete the stock items that the postings had created and that are empty again.',
      }),
    ),
  }),
  output: Type.Object({ movements: Type.Array(Type.String({ format: 'uuid' })) }, { additionalProperties: false }),
  emits: [stockChanged, stockLow, stockDepleted, stockRecovered, partStocked],
  effects: { ...STOCK_EFFECTS, idempotent: true },
  settings,
  ui: { offered: false, icon: 'rotate-ccw', order: 99, hidden: ['discard'] },
  example: {
    title: 'Reverse a receipt booked by mistake',
    input: {
      postings: [{ part: '0192f0c1-2d3e-7000-8000-000000000001', reverses: 'purchases:receipt:17:1' }],
      reason: 'Booked by mistake',
    },
  },
  async run(context, _, { postings, reason, discard = false }) {
    await context.records.lock(
      part,
      postings.map(({ part: id }) => id),
    );
    const posting = new Posting({ type: 'reverse', reason });
    const wanted = postings.map(({ reverses, cause_key: causeKey }, index) => ({
      reverses,
      causeKey,
      path: `/input/postings/${index}`,
    }));
    await reversePostings(context, { posting, wanted });
    await writePosting(context, posting);
    const reversed = await linkReversals(context, posting);
    if (discard) await removeMade(context, reversed);
    return { movements: posting.movements.map(({ id }) => id) };
  },
});
