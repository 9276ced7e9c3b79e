import { idParam, PRIORITIES, workspaceParam, type Priority } from '@cubit/core';
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
  description: 'As its type says: `GET .../notification-channel-types`. Secrets are masked when it is read.',
  examples: [{ url: 'https://hooks.example.org/cubit' }],
});
const written = {
  name: Type.String({ minLength: 1, maxLength: NAME_LENGTH, description: 'Default: the title of its type.' }),
  enabled: Type.Boolean({ description: 'Default true.' }),
  config,
  events: Type.Union([Type.Array(eventPattern, { maxItems: MAX_EVENTS }), Type.Null()], {
    description: 'What it carries; null or empty: whatever notifies.',
  }),
  min_priority: Type.Unsafe<Priority>({
    type: 'string',
    enum: [...PRIORITIES],
    description: 'It carries what is of this priority or above. Default `low`.',
  }),
};

export const newChannel = strict({
  type: Type.String({ maxLength: 100, examples: ['webhook'] }),
  config,
  name: Type.Optional(written.name),
  enabled: Type.Optional(written.enabled),
  events: Type.Optional(written.events),
  min_priority: Type.Optional(written.min_priority),
});

export const channelPatch = strict({
  name: Type.Optional(written.name),
  enabled: Type.Optional(written.enabled),
  config: Type.Optional(
    Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: 'object',
      description: 'Merge patch of the configuration. What is sent back masked stays as it is.',
    }),
  ),
  events: Type.Optional(written.events),
  min_priority: Type.Optional(written.min_priority),
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
    ...written,
    failing: Type.Union([strict({ since: instant, failures: Type.Integer() }), Type.Null()], {
      description: 'It has failed 50 times in a row or more. It goes on being tried.',
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
        '`refused`: nothing was sent, `error` says by which rule; `unknown`: the process that was sending it died, and it is not sent again.',
    }),
    status: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'HTTP status of the answer; null where none came.',
    }),
    error: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    duration_ms: Type.Unsafe<number | null>({ type: ['integer', 'null'] }),
    at: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When it was over; null while it is pending.',
    }),
  },
  { title: 'NotificationDelivery' },
);
