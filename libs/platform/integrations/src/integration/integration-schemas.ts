import { idParam, pageQuery, workspaceParam } from '@cubit/core';
import { Type, type TProperties, type TSchema } from 'typebox';
import { OUTCOMES, type Outcome } from '../tables/schema.js';

export const TAG = 'Integrations';
export const INTEGRATIONS_PATH = '/api/v1/orgs/{workspace}/integrations';

const NAME_LENGTH = 200;
const SECRET_LENGTH = 500;

export const strict = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });
export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);
const id = (description: string) => Type.String({ format: 'uuid', description });
const instant = Type.String({ format: 'date-time' });
const name = Type.String({ minLength: 1, maxLength: NAME_LENGTH });
const config = (description: string) =>
  Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', description, examples: [{}] });
const secret = (description: string) => Type.String({ minLength: 1, maxLength: SECRET_LENGTH, description });

export const integrationParams = strict({ workspace: workspaceParam, id: idParam('Id of the integration.') });

export const newIntegration = strict({
  connector: Type.String({
    maxLength: NAME_LENGTH,
    description: 'Id of a connector of an enabled module.',
    examples: ['github'],
  }),
  name,
  config: Type.Optional(config('As the connector’s `config_schema` says. Default `{}`.')),
  secret: Type.Optional(
    secret(
      'What the sender signs with. Where the connector needs one and none is sent, one is made and returned once.',
    ),
  ),
});

export const integrationPatch = strict({
  name: Type.Optional(name),
  config: Type.Optional(config('Merge patch of the configuration.')),
  secret: Type.Optional(nullable(secret('Replaces the secret; null removes it, where the connector can do without.'))),
});

const integration = {
  id: id('Id of the integration.'),
  connector: Type.String(),
  name: Type.String(),
  config: config('The configuration, defaults filled in.'),
  has_secret: Type.Boolean({ description: 'The secret itself is never shown again.' }),
  hit_count: Type.Integer({ description: 'Requests that reached the URL, refused ones included.' }),
  rejected_count: Type.Integer({ description: 'Those of them that were refused.' }),
  last_hit_at: nullable(instant),
  created_by: id('Who made it.'),
  created_at: instant,
  updated_at: instant,
  revoked_at: nullable(Type.String({ format: 'date-time', description: 'From then on its URL answers `410`.' })),
};
const url = Type.String({ format: 'uri', description: 'Where the sender posts to. A secret; shown this once.' });
const madeSecret = Type.Optional(Type.String({ description: 'Where it was made by the server. Shown this once.' }));

export const integrationSchema = Type.Object(integration, { additionalProperties: false, $id: 'Integration' });
export const changedIntegrationSchema = Type.Object(
  { ...integration, secret: madeSecret },
  { additionalProperties: false, $id: 'ChangedIntegration' },
);
export const integrationWithUrlSchema = Type.Object(
  { ...integration, url, secret: madeSecret },
  { additionalProperties: false, $id: 'IntegrationWithUrl' },
);

const outcome = Type.Unsafe<Outcome>({ type: 'string', enum: [...OUTCOMES] });

export const hitSchema = Type.Object(
  {
    id: id('Id of the hit.'),
    at: instant,
    address: Type.String({ description: 'Where the request came from.' }),
    outcome: Type.Unsafe<Outcome>({
      type: 'string',
      enum: [...OUTCOMES],
      description:
        '`accepted`; `duplicate`: a delivery that was taken before; `ignored`: good, and nothing to be done; `rejected`.',
    }),
    reason: nullable(Type.String({ description: 'Why it was not accepted.' })),
    delivery_id: nullable(Type.String({ description: 'What the sender names the delivery by.' })),
    event_id: nullable(id('The event that the delivery became.')),
  },
  { additionalProperties: false, $id: 'IntegrationHit' },
);

export const hitQuery = strict({
  ...pageQuery,
  outcome: Type.Optional(outcome),
});

export const connectorSchema = Type.Object(
  {
    id: Type.String({ description: 'The name in URLs.' }),
    module: Type.String({ description: 'The module that it belongs to.' }),
    title: Type.String(),
    description: Type.String({ description: 'What to enter at the sender, in Markdown.' }),
    config_schema: Type.Unsafe<object>({ type: 'object', description: 'JSON Schema of `config` of an integration.' }),
    secret: Type.Unsafe<string>({
      type: 'string',
      enum: ['required', 'optional', 'none', 'by_config'],
      description: 'Whether an integration needs a secret; `by_config`: as it is configured.',
    }),
    events: Type.Array(Type.String(), { description: 'Names of the events that it makes.' }),
  },
  { additionalProperties: false, $id: 'Connector' },
);
