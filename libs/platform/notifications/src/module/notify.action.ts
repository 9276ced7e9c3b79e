import { defineAction } from '@cubit/core';
import { PRIORITIES, type Priority, ROLES } from '@cubit/core/host';
import { Type } from 'typebox';
import { noticeSent } from './events.js';

const MESSAGE_LENGTH = 20_000;
const LINK_LENGTH = 2_000;
const USERS = 1_000;

const strict = { additionalProperties: false };

export const notify = defineAction({
  id: 'core-notifications:notify',
  title: 'Notify',
  description:
    'Sends a notification to members. Each member gets their own notification in the bell, and the channels deliver it. A notification ' +
    'from a wire has the name of the event that triggered the wire.',
  appliesTo: 'workspace',
  input: Type.Object(
    {
      message: Type.String({
        title: 'Message',
        description: 'Text of the notification.',
        minLength: 1,
        maxLength: MESSAGE_LENGTH,
        examples: ['The laser is free again.'],
      }),
      link_url: Type.Optional(
        Type.Union(
          [
            Type.String({
              maxLength: LINK_LENGTH,
              pattern: '^(https?:/)?/[^/\\s\\u0000-\\u001f\\\\][^\\s\\u0000-\\u001f\\\\]*$',
              description: 'A path in the workspace, or an absolute http or https URL.',
              examples: ['/modules/inventory/records/part/0190a6e2-7c1d-7b3a-9f00-000000000001'],
            }),
            Type.Null(),
          ],
          {
            title: 'Link',
            description: 'Page that the notification opens. A path in the workspace, or an absolute http or https URL.',
          },
        ),
      ),
      priority: Type.Optional(
        Type.Unsafe<Priority>({
          title: 'Priority',
          type: 'string',
          enum: [...PRIORITIES],
          default: 'normal',
          description: '`urgent` ignores quiet hours.',
        }),
      ),
      recipients: Type.Optional(
        Type.Object(
          {
            users: Type.Optional(
              Type.Array(Type.String({ format: 'uuid' }), { title: 'Members', 'x-type': 'users', maxItems: USERS }),
            ),
            roles: Type.Optional(
              Type.Array(Type.Unsafe<string>({ type: 'string', enum: [...ROLES] }), {
                title: 'Roles',
                description: 'Members whose role is one of these.',
              }),
            ),
            everyone: Type.Optional(Type.Boolean({ title: 'Everyone' })),
          },
          {
            title: 'Recipients',
            ...strict,
            description: 'Members of the workspace; other users are ignored. Empty or absent: every member.',
          },
        ),
      ),
    },
    strict,
  ),
  output: Type.Object({ recipients: Type.Integer({ description: 'Number of members that are notified.' }) }, strict),
  emits: [noticeSent],
  agent: { words: ['tell', 'inform', 'alert', 'message', 'announce', 'everybody', 'warn'] },
  effects: { destructive: false, idempotent: false, readOnly: false },
  ui: { icon: 'bell', order: 96 },
  example: { title: 'Notify every member', input: { message: 'The laser is free again.', priority: 'low' } },
  run({ notify: send }, _, { message, link_url, priority, recipients }) {
    return send({
      message,
      ...(link_url ? { link: link_url } : {}),
      ...(priority ? { priority } : {}),
      ...(recipients ? { recipients } : {}),
    });
  },
});
