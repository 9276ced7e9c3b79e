import { defineAction, PRIORITIES, ROLES, type Priority } from '@cubit/core';
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
    'Tells members something: each gets a notification of their own in the bell, which the channels then carry on. A notification that a ' +
    'wire raises bears the name of the event that set the wire off.',
  appliesTo: 'workspace',
  input: Type.Object(
    {
      message: Type.String({ minLength: 1, maxLength: MESSAGE_LENGTH, examples: ['The laser is free again.'] }),
      link_url: Type.Optional(
        Type.Union([
          Type.String({
            maxLength: LINK_LENGTH,
            pattern: '^(https?:/)?/[^/\\s\\u0000-\\u001f\\\\][^\\s\\u0000-\\u001f\\\\]*$',
            description: 'A path below the workspace, or a whole http or https URL.',
            examples: ['/modules/inventory/records/part/0190a6e2-7c1d-7b3a-9f00-000000000001'],
          }),
          Type.Null(),
        ]),
      ),
      priority: Type.Optional(
        Type.Unsafe<Priority>({
          type: 'string',
          enum: [...PRIORITIES],
          default: 'normal',
          description: '`urgent` passes quiet hours.',
        }),
      ),
      recipients: Type.Optional(
        Type.Object(
          {
            users: Type.Optional(Type.Array(Type.String({ format: 'uuid' }), { maxItems: USERS })),
            roles: Type.Optional(
              Type.Array(Type.Unsafe<string>({ type: 'string', enum: [...ROLES] }), {
                description: 'Members who hold exactly one of these roles.',
              }),
            ),
            everyone: Type.Optional(Type.Boolean()),
          },
          {
            ...strict,
            description: 'Members of the workspace; whoever is none is passed over. Nobody named: every member.',
          },
        ),
      ),
    },
    strict,
  ),
  output: Type.Object({ recipients: Type.Integer({ description: 'How many members it is for.' }) }, strict),
  emits: [noticeSent],
  effects: { destructive: false, idempotent: false, readOnly: false },
  example: { title: 'Tell everybody', input: { message: 'The laser is free again.', priority: 'low' } },
  run({ notify: tell }, _, { message, link_url, priority, recipients }) {
    return tell({
      message,
      ...(link_url ? { link: link_url } : {}),
      ...(priority ? { priority } : {}),
      ...(recipients ? { recipients } : {}),
    });
  },
});
