import { Type, type Static } from 'typebox';

const COMMAND_NAMES = ['print', 'pause', 'resume', 'cancel'] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];
export const jobCommand = Type.Object({
  id: Type.String({ title: 'Id', format: 'uuid', description: 'Id of the command.' }),
  name: Type.Unsafe<CommandName>({ title: 'Name', type: 'string', enum: COMMAND_NAMES }),
  status: Type.Unsafe<'queued' | 'succeeded' | 'failed' | 'expired' | 'cancelled'>({
    title: 'Status',
    'x-ui': {
      widget: 'status',
      tone: { info: { is: 'queued' }, ok: { is: 'succeeded' }, bad: { in: ['failed', 'expired'] } },
    },
    type: 'string',
    enum: ['queued', 'succeeded', 'failed', 'expired', 'cancelled'],
  }),
  reason: Type.Optional(Type.String({ title: 'Reason', description: 'The reason given for the command.' })),
  error: Type.Optional(Type.String({ title: 'Error', description: 'Why the command failed.' })),
});
export type JobCommand = Static<typeof jobCommand>;
