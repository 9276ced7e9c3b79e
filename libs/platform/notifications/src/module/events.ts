import { defineEvent, Field } from '@cubit/core';
import { PRIORITIES } from '@cubit/core/host';
import { Type } from 'typebox';

const EXAMPLE_ID = '0190a6e2-7c1d-7b3a-9f00-000000000001';
const id = (title: string, description: string) => Type.String({ format: 'uuid', title, description });
const channel = {
  channelId: id('Channel', 'Id of the channel.'),
  channelName: Type.String({ title: 'Channel name', description: 'Name of the channel in the settings.' }),
};
const reason = Field.longtext({ title: 'Reason', description: 'The error of the last attempt, for people.' });

export const noticeSent = defineEvent({
  name: 'core-notifications.notice.sent',
  title: 'Notice sent',
  description:
    'A user or a wire sent a notice to members. The event does not contain the text: only the recipients can read it.',
  payload: Type.Object({
    noticeId: id('Notice', 'Id of the notice.'),
    priority: Field.enum(PRIORITIES, { title: 'Priority', description: '`urgent` ignores quiet hours.' }),
  }),
  example: { noticeId: EXAMPLE_ID, priority: 'normal' },
});

export const deliveryFailed = defineEvent({
  name: 'core-notifications.delivery.failed',
  title: 'Delivery of a notification failed',
  description:
    'A channel failed or refused to deliver a notification. The delivery is not repeated; the notification is still in the bell.',
  payload: Type.Object({
    ...channel,
    notificationId: id('Notification', 'Id of the notification.'),
    state: Field.enum(['failed', 'refused'], {
      title: 'State',
      description:
        '`failed`: the channel did not deliver it. `refused`: nothing was sent, and `reason` names the rule.',
    }),
    reason,
  }),
  example: {
    channelId: EXAMPLE_ID,
    channelName: 'Machine room',
    notificationId: EXAMPLE_ID,
    state: 'failed',
    reason: 'The receiver answered 410: channel_is_archived',
  },
});

export const channelFailing = defineEvent({
  name: 'core-notifications.channel.failing',
  title: 'Channel keeps failing',
  description: 'A channel failed 50 times in a row. New deliveries are still attempted.',
  payload: Type.Object({
    ...channel,
    failures: Type.Integer({ title: 'Failures', description: 'Number of failures in a row.' }),
    reason,
    adminIds: Type.Array(id('Admin', 'Id of a member.'), {
      title: 'Admins',
      description: 'Admins and owners of the workspace.',
    }),
  }),
  example: {
    channelId: EXAMPLE_ID,
    channelName: 'Machine room',
    failures: 50,
    reason: 'The receiver answered 410: channel_is_archived',
    adminIds: [EXAMPLE_ID],
  },
  notification: {
    message: 'Channel "{channelName}" failed {failures} times in a row: {reason}',
    link: '/settings/channels',
    priority: 'high',
    recipients: 'adminIds',
  },
});
