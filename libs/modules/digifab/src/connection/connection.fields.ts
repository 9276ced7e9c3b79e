import { Field, foreignKind, type KindDefinition, type RecordOf } from '@cubit/core';
import { Type } from 'typebox';

export const CONNECTION_STATUSES = ['unknown', 'online', 'error'] as const;

export const connectionFields = Type.Object({
  name: Field.text({
    title: 'Name',
    minLength: 1,
    description: 'Name in lists and messages, for example `OctoPrint in the hall`.',
  }),
  driver: Field.text({
    title: 'Driver',
    minLength: 1,
    description: '`octoprint`, `moonraker`, `prusalink`, `bambu`, ...',
  }),
  url: Type.Optional(Field.url({ title: 'Link', description: 'Web address of the host, for people to open.' })),
  via_bridge: Type.Optional(
    Field.ref('devices:bridge', { title: 'Bridge', onDelete: 'clear', description: 'The bridge that connects to it.' }),
  ),
  status: Field.enum(CONNECTION_STATUSES, {
    title: 'Status',
    ui: { widget: 'status', tone: { bad: { is: 'error' } } },
    default: 'unknown',
    description: 'Set by the connector or bridge.',
  }),
  last_error: Type.Optional(
    Field.longtext({
      title: 'Last error',
      description: 'Why the host could not be reached. Cleared by the next report.',
    }),
  ),
});

export type ConnectionKind = KindDefinition<'digifab:connection', typeof connectionFields>;
export type Connection = RecordOf<ConnectionKind>;

/** The kind without hooks, for rules and actions that the kind definition imports. */
export const connectionRecord: ConnectionKind = foreignKind('digifab:connection', connectionFields);
