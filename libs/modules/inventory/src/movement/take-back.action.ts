import { defineAction, Field } from '@cubit/core';
import { Type } from 'typebox';
import { stockChanged, stockDepleted, stockLow, stockRecovered } from '../events.js';
import { part } from '../part/part.kind.js';
import { settle } from '../stock/settle.js';
import { Posting } from '../stock/posting.js';
import { input, said, STOCK_EFFECTS } from '../stock/stock-input.js';
import { markTakenBack, takeBack } from './take-back.js';

const MAX_POSTINGS = 1_000;
const key = Field.text({ minLength: 1 });

export const takeBackPostings = defineAction({
  id: 'inventory:take_back',
  title: 'Take back',
  description:
    'Takes back what cause keys have posted, all or none, from the very stock items that it came to. A key that posted nothing, or was taken back already, changes nothing. `409 insufficient_stock` where the stock is not there any more.',
  appliesTo: 'workspace',
  input: input({
    postings: Type.Array(
      Type.Object(
        {
          part: Field.ref('inventory:part', { description: 'Of which it was.' }),
          reverses: key,
          cause_key: Type.Optional(key),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: MAX_POSTINGS },
    ),
    reason: said.reason,
  }),
  output: Type.Object({ movements: Type.Array(Type.String({ format: 'uuid' })) }, { additionalProperties: false }),
  emits: [stockChanged, stockLow, stockDepleted, stockRecovered],
  effects: { ...STOCK_EFFECTS, idempotent: true },
  example: {
    title: 'A delivery was booked by mistake',
    input: {
      postings: [{ part: '0192f0c1-2d3e-7000-8000-000000000001', reverses: 'purchases:receipt:17:1' }],
      reason: 'Booked by mistake',
    },
  },
  async run(context, _, { postings, reason }) {
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
    await takeBack(context, { posting, wanted });
    await settle(context, posting);
    await markTakenBack(context, posting);
    return { movements: posting.movements.map(({ id }) => id) };
  },
});
