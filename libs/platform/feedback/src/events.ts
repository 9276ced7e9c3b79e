import { defineEvent, Field } from '@cubit/core';
import { Type } from 'typebox';
import { ITEM_KINDS } from './tables/schema.js';

const EXAMPLE_ID = '0190a6e2-7c1d-7b3a-9f00-000000000001';

/** Every member can read events, but only admins read feedback: the payload has neither the text nor the author. */
export const itemReceived = defineEvent({
  name: 'feedback.item.received',
  title: 'Feedback received',
  description: 'A user submitted feedback. The event does not contain the text, which only admins can read.',
  payload: Type.Object({
    itemId: Type.String({ format: 'uuid', title: 'Item', description: 'Id of the feedback item.' }),
    kind: Field.enum(ITEM_KINDS, { title: 'Type', description: 'What the author of the feedback chose.' }),
    adminIds: Type.Array(Type.String({ format: 'uuid' }), {
      title: 'Admins',
      description: 'Admins and owners of the workspace.',
    }),
  }),
  example: { itemId: EXAMPLE_ID, kind: 'bug', adminIds: [EXAMPLE_ID] },
  notification: {
    message: 'New feedback: {kind}',
    link: '/modules/feedback/items/{itemId}',
    recipients: 'adminIds',
  },
});
