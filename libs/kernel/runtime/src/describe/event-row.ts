import { Type, type Static } from 'typebox';
import { payloadSchema, PRIORITIES, type RegisteredEvent } from '@cubit/core/host';
import { closed, JsonSchema, NullableText } from './json-schema.js';

export const EventRow = Type.Object(
  {
    name: Type.String({ description: '`module.thing.verb`.' }),
    module: Type.String(),
    title: Type.String(),
    description: NullableText,
    payload: JsonSchema,
    records: Type.Array(Type.Object({ key: Type.String(), kind: Type.String() }, closed), {
      description: 'Members of the payload that name records, the one concerned first.',
    }),
    notifies: Type.Boolean({ description: 'Notifies members, unless their preferences disable it.' }),
    priority: Type.Union([
      Type.Unsafe<(typeof PRIORITIES)[number]>({ type: 'string', enum: [...PRIORITIES] }),
      Type.Null(),
    ]),
    example: Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', description: 'A payload.' }),
  },
  { ...closed, $id: 'DeclaredEvent' },
);

export function eventRow(event: RegisteredEvent, workspaceId: string): Static<typeof EventRow> {
  const { definition, module, name, records } = event;
  const { description, example, notification, title } = definition;
  return {
    name,
    module,
    title,
    description: description ?? null,
    payload: payloadSchema(event),
    records: records.map(({ key, kind }) => ({ key, kind })),
    notifies: notification !== undefined,
    priority: notification ? (notification.priority ?? 'normal') : null,
    example: { orgId: workspaceId, ...example },
  };
}
