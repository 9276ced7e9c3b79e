import { defineChannel, Field, type OutboundNotification } from '@cubit/core';
import { Type } from 'typebox';
import { datesInWords } from '../delivery/dates-in-words.js';
import { oneLine } from './one-line.js';

const SUBJECT_LENGTH = 120;
const MAILED = { delivered: true, status: null, error: null } as const;

export const email = defineChannel({
  type: 'email',
  title: 'Email',
  description: 'Sends each notification as an email to the member it is for, or all notifications to one address.',
  config: Type.Object({
    to: Type.Optional(
      Field.email({ description: 'Default: the email address of the member that the notification is for.' }),
    ),
  }),
  show: (config) => config,
  async send({ mail, publicUrl }, { to }, notification) {
    const { message, user, workspace, priority } = notification;
    const urgent = priority === 'urgent' ? 'Urgent: ' : '';
    const subject = oneLine(`[${workspace.name}] ${urgent}${message}`, SUBJECT_LENGTH);
    await mail({
      to: to ?? user.email,
      subject,
      text: `${paragraph(notification)}\n\n${footer(notification, publicUrl)}`,
    });
    return MAILED;
  },
  digest: {
    isPersonal: ({ to }) => to === undefined,
    async send({ mail, publicUrl }, _, notifications) {
      const [first] = notifications;
      if (!first) return MAILED;
      const { user, workspace } = first;
      const subject = oneLine(`[${workspace.name}] ${notifications.length} notifications`, SUBJECT_LENGTH);
      const text = notifications.map((one) => `${datesInWords(one.occurredAt, 'UTC')}\n${paragraph(one)}`).join('\n\n');
      await mail({ to: user.email, subject, text: `${text}\n\n${footer(first, publicUrl)}` });
      return MAILED;
    },
  },
});

function paragraph({ message, linkUrl }: OutboundNotification): string {
  return linkUrl === null ? message : `${message}\n${linkUrl}`;
}

function footer({ workspace }: OutboundNotification, publicUrl: string): string {
  return `-- \n${workspace.name}, ${publicUrl}\n`;
}
