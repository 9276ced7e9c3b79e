import { idParam } from '@cubit/core';
import { PRIORITIES, type Priority, workspaceParam } from '@cubit/core/host';
import { Type, type TProperties } from 'typebox';
import { eventPattern } from '../preferences/preference-schemas.js';

export const TAG = 'Notification channels';
export const CHANNELS_PATH = '/api/v1/orgs/{workspace}/notification-channels';

const NAME_LENGTH = 200;
const MAX_EVENTS = 200;

export const strict = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });
export const channelParams = strict({ workspace: workspaceParam, id: idParam('Id of the channel.') });

const config = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  description: 'Matches `config_schema` of its type: `GET .../notification-channel-types`. Responses mask secrets.',
  examples: [{ url: 'https://hooks.example.org/cubit' }],
});
const writableFields = {
  name: Type.String({ minLength: 1, maxLength: NAME_LENGTH, description: 'Default: the title of its type.' }),
  enabled: Type.Boolean({ description: 'Default true.' }),
  config,
  events: Type.Union([Type.Array(eventPattern, { maxItems: MAX_EVENTS }), Type.Null()], {
    description: 'Events that the channel delivers. Null or empty: all events with a notification.',
  }),
  min_priority: Type.Unsafe<Priority>({
    type: 'string',
    enum: [...PRIORITIES],
    description: 'Lowest priority that the channel delivers. Default `low`.',
  }),
};

export const newChannel = strict({
  type: Type.String({ maxLength: 100, examples: ['webhook'] }),
  config,
  name: Type.Optional(writableFields.name),
  enabled: Type.Optional(writableFields.enabled),
  events: Type.Optional(writableFields.events),
  min_priority: Type.Optional(writableFields.min_priority),
});

export const channelPatch = strict({
  name: Type.Optional(writableFields.name),
  enabled: Type.Optional(writableFields.enabled),
  config: Type.Optional(
    Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      description: 'JSON merge patch of the configuration. Values that are sent back masked stay unchanged.',
    }),
  ),
  events: Type.Optional(writableFields.events),
  min_priority: Type.Optional(writableFields.min_priority),
});
export interface ChannelPatch {
  readonly name?: string;
  readonly enabled?: boolean;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly events?: readonly string[] | null;
  readonly min_priority?: Priority;
}

const instant = Type.String({ format: 'date-time' });

export const channelSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    type: Type.String({ examples: ['webhook'] }),
    ...writableFields,
    failing: Type.Union([strict({ since: instant, failures: Type.Integer() }), Type.Null()], {
      description: 'Set after 50 or more failures in a row. New deliveries are still attempted.',
    }),
    created_at: instant,
    updated_at: instant,
  },
  { title: 'NotificationChannel' },
);

export const channelTypeSchema = Type.Object(
  {
    type: Type.String(),
    module: Type.String(),
    title: Type.String(),
    description: Type.String(),
    config_schema: Type.Unsafe<object>({ type: 'object', description: 'JSON Schema of `config`.' }),
  },
  { title: 'NotificationChannelType' },
);

const STATES = ['pending', 'delivered', 'failed', 'refused', 'unknown'] as const;

export const deliverySchema = Type.Object(
  {
    notification_id: Type.String({ format: 'uuid' }),
    state: Type.Unsafe<(typeof STATES)[number]>({
      type: 'string',
      enum: [...STATES],
      description:
        '`refused`: nothing was sent, and `error` names the rule; `unknown`: the process ended while it was sending, and the delivery is not repeated.',
    }),
    status: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'HTTP status of the response; null if there was none.',
    }),
    error: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    duration_ms: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
    at: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When the delivery ended; null while it is pending.',
    }),
  },
  { title: 'NotificationDelivery' },
);
