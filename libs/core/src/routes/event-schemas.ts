import { Type } from 'typebox';

const id = (description: string) => Type.String({ format: 'uuid', description });
const nullable = <Schema extends object>(schema: Schema) => ({
  ...schema,
  type: [(schema as { type?: string }).type, 'null'],
});

export const actorSchema = Type.Object(
  {
    type: Type.Unsafe<'user' | 'system'>({ type: 'string', enum: ['user', 'system'] }),
    id: Type.Unsafe<string | null>(nullable({ type: 'string', format: 'uuid' })),
    via: Type.Object({
      type: Type.Unsafe<string>({
        type: 'string',
        enum: ['session', 'api_token', 'agent', 'wire', 'integration', 'import', 'module', 'system'],
      }),
      id: Type.Unsafe<string | null>(nullable({ type: 'string', format: 'uuid' })),
      client: Type.Optional(
        Type.String({ description: 'Name of the program of an agent, as it states it. Only with `agent`.' }),
      ),
      module: Type.Optional(
        Type.String({ description: 'Of `module`: its name and version.', examples: ['laser 2.0.0'] }),
      ),
    }),
  },
  { title: 'Actor', description: 'Who did it, and by which credential.' },
);

export const causeSchema = Type.Unsafe<object | null>({
  type: ['object', 'null'],
  description: 'The wire run that caused it; null if a request caused it directly.',
  properties: {
    wire_id: { type: ['string', 'null'], format: 'uuid', description: 'Null where module code reacted.' },
    run_id: { type: 'string', format: 'uuid' },
    event_id: { type: 'string', format: 'uuid' },
  },
});

export const eventSchema = Type.Object(
  {
    id: id('Id of the event.'),
    name: Type.String({ description: '`module.thing.verb`.', examples: ['inventory.part.created'] }),
    org_id: id('Id of the workspace.'),
    occurred_at: Type.String({ format: 'date-time' }),
    actor: actorSchema,
    cause: causeSchema,
    payload: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      description: 'As the event is declared; always with `orgId`.',
      additionalProperties: true,
    }),
  },
  { title: 'Event' },
);
