import { defineEvent } from '@cubit/core';
import { Type } from 'typebox';
import { exampleSource, source } from '../../module/events.js';
import { flag, nullableText, text } from '../event-fields.js';

export const messagePosted = defineEvent({
  name: 'integrations.slack.message_posted',
  title: 'Slack: message posted',
  description: 'A user posted a message in a channel that the app can read. Messages of apps and edits emit no event.',
  payload: Type.Object({
    ...source,
    team: nullableText('Slack workspace', 'Id of the workspace at Slack.'),
    channel: text('Channel', 'Id of the channel.'),
    user: text('User', 'Id of the user who posted it.'),
    text: text('Text', 'The text in Slack markup.'),
    mention: flag('Mention', 'Whether the message mentions the app.'),
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

export const commandUsed = defineEvent({
  name: 'integrations.slack.command_used',
  title: 'Slack: slash command used',
  description: 'A user sent a slash command of the app.',
  payload: Type.Object({
    ...source,
    team: nullableText('Slack workspace', 'Id of the workspace at Slack.'),
    channel: nullableText('Channel', 'Id of the channel.'),
    user: nullableText('User', 'Id of the user who sent it.'),
    command: text('Command', 'The slash command, such as `/reserve`.'),
    text: text('Text', 'The text after the command.'),
  }),
  example: {
    ...exampleSource,
    team: 'T061EG9RZ',
    channel: 'C0FV0LTJR',
    user: 'U061F1EUR',
    command: '/reserve',
    text: 'laser 2 h',
  },
});

export const slackEvents = [messagePosted, commandUsed] as const;
