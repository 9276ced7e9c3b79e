import { defineModule } from '@cubit/core';
import { discord } from '../channels/discord.channel.js';
import { email } from '../channels/email.channel.js';
import { slack } from '../channels/slack.channel.js';
import { webhook } from '../channels/webhook.channel.js';
import { channelFailing, deliveryFailed, noticeSent } from './events.js';
import { notify } from './notify.action.js';

/** The events of notifications, the action `notify`, and the built-in channels. */
export const notificationsModule = defineModule({
  name: 'core-notifications',
  version: '1.0.0',
  contract: '^1.0.0',
  title: 'Notifications',
  description: 'The bell, and delivery by email, Slack, Discord and webhooks.',
  always: true,
  events: [noticeSent, deliveryFailed, channelFailing],
  actions: [notify],
  channels: [email, slack, discord, webhook],
});
