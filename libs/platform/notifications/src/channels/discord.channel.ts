import { defineChannel } from '@cubit/core';
import { Type } from 'typebox';
import { discordMessage } from './discord-message.js';
import { httpOutcome } from './http-outcome.js';
import { maskUrl } from './mask.js';
import { urlConfig, urlFaults } from './url-config.js';

export const discord = defineChannel({
  type: 'discord',
  title: 'Discord',
  description: 'The URL of a webhook of a Discord channel (https://docs.discord.com/developers/resources/webhook).',
  config: Type.Object({ url: urlConfig('`https://discord.com/api/webhooks/...`') }),
  check: urlFaults,
  show: ({ url }) => ({ url: maskUrl(url, { keys: 1 }) }),
  send: async ({ post }, { url }, notification) => httpOutcome(await post({ url, body: discordMessage(notification) })),
});
