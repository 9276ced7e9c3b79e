import { defineEvent } from '@cubit/core';
import { Type } from 'typebox';
import { exampleSource, source } from '../../module/events.js';
import { flag, nullableText, text } from '../event-fields.js';

export const messagePosted = defineEvent({
  name: 'integrations.slack.message_posted',
  title: 'Slack: message posted',
  description: 'Somebody wrote where the app listens. Messages of apps, and edits, make none.',
  payload: Type.Object({
    ...source,
    team: nullableText('Id of the workspace at Slack.'),
    channel: text('Id of the channel.'),
    user: text('Id of who wrote it.'),
    text: text('As Slack marks it up.'),
    mention: flag('The app was mentioned.'),
  }),
  example: {
    ...exampleSource,
    team: 'T061EG9RZ',
    channel: 'C0FV0LTJR',
    user: 'U061F1EUR',
    text: 'The laser is free',
    mention: false,
  },
});

export const slackEvents = [messagePosted] as const;
