import { idParam, pageQuery } from '@cubit/core';
import { workspaceParam } from '@cubit/core/host';
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
  config: Type.Optional(config('Matches the `config_schema` of the connector. Default `{}`.')),
  secret: Type.Optional(
    secret(
      'The secret that the sender signs with. If the connector needs a secret and none is given, one is generated and returned once.',
    ),
  ),
});

export const integrationPatch = strict({
  name: Type.Optional(name),
  config: Type.Optional(config('JSON merge patch of the configuration.')),
  secret: Type.Optional(
    nullable(secret('Replaces the secret. Null removes it if the connector does not require one.')),
  ),
});

const integration = {
  id: id('Id of the integration.'),
  connector: Type.String(),
  name: Type.String(),
  config: config('The configuration, including defaults.'),
  has_secret: Type.Boolean({ description: 'Whether there is a secret. Responses never contain a stored secret.' }),
  hit_count: Type.Integer({ description: 'Number of requests to the URL, including rejected ones.' }),
  rejected_count: Type.Integer({ description: 'Number of rejected requests.' }),
  last_hit_at: nullable(instant),
  created_by: id('Id of the user who created it.'),
  created_at: instant,
  updated_at: instant,
  revoked_at: nullable(
    Type.String({ format: 'date-time', description: 'When the URL was revoked; it returns `410` since then.' }),
  ),
};
const url = Type.String({
  format: 'uri',
  description: 'URL that the sender posts to. A secret that is returned only once.',
});
const madeSecret = Type.Optional(
  Type.String({ description: 'Present if the server generated it. Returned only once.' }),
);

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
    address: Type.String({ description: 'IP address of the sender.' }),
    outcome: Type.Unsafe<Outcome>({
      type: 'string',
      enum: [...OUTCOMES],
      description:
        '`accepted`: it became an event; `duplicate`: its delivery was accepted before; `ignored`: valid, but no event follows; `rejected`: not verified or not valid.',
    }),
    reason: nullable(Type.String({ description: 'Why it was not accepted.' })),
    delivery_id: nullable(Type.String({ description: 'Delivery id of the sender.' })),
    event_id: nullable(id('The event that the request emitted.')),
  },
  { additionalProperties: false, $id: 'IntegrationHit' },
);

export const hitQuery = strict({
  ...pageQuery,
  outcome: Type.Optional(outcome),
});

export const connectorSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the connector, as used in URLs.' }),
    module: Type.String({ description: 'The module that declares it.' }),
    title: Type.String(),
    description: Type.String({ description: 'Setup instructions, in Markdown.' }),
    config_schema: Type.Unsafe<object>({ type: 'object', description: 'JSON Schema of `config` of an integration.' }),
    secret: Type.Unsafe<string>({
      type: 'string',
      enum: ['required', 'optional', 'none', 'by_config'],
      description: 'Whether an integration needs a secret; `by_config`: depends on its configuration.',
    }),
    events: Type.Array(Type.String(), { description: 'Names of the events that it emits.' }),
  },
  { additionalProperties: false, $id: 'Connector' },
);
