import { defineChannel } from '@cubit/core';
import { Type } from 'typebox';
import { httpOutcome } from './http-outcome.js';
import { maskUrl } from './mask.js';
import { slackMessage } from './slack-message.js';
import { urlConfig, urlFaults } from './url-config.js';

export const slack = defineChannel({
  type: 'slack',
  title: 'Slack',
  description:
    'The URL of an incoming webhook of a Slack app (https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks).',
  config: Type.Object({ url: urlConfig('`https://hooks.slack.com/services/...`') }),
  check: urlFaults,
  show: ({ url }) => ({ url: maskUrl(url, { keys: 1 }) }),
  send: async ({ post }, { url }, notification) => httpOutcome(await post({ url, body: slackMessage(notification) })),
});
