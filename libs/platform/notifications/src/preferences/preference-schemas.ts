import { Type, type TProperties } from 'typebox';
import { DIGESTS, type Digest } from '../tables/schema.js';

const MAX_PREFERENCES = 200;
const NAME_LENGTH = 200;
const MAX_CHANNELS = 100;
/** A name, everything below a name, or everything. */
const EVENT_PATTERN = '^(\\*|[a-z][a-z0-9-]*(\\.[a-z][a-z0-9_]*){2}|[a-z][a-z0-9-]*(\\.[a-z][a-z0-9_]*)?\\.\\*)$';

const strict = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

export const eventPattern = Type.String({
  maxLength: NAME_LENGTH,
  pattern: EVENT_PATTERN,
  description: 'Name of an event, or a pattern: `inventory.stock.low`, `inventory.stock.*`, `inventory.*`, `*`.',
  examples: ['inventory.*'],
});
const timeOfDay = Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', examples: ['22:00'] });

const preference = strict({
  event: eventPattern,
  enabled: Type.Boolean({ description: 'Off: such events do not come to your bell, and to no channel.' }),
  channels: Type.Optional(
    Type.Union(
      [
        Type.Array(Type.String({ maxLength: NAME_LENGTH }), { maxItems: MAX_CHANNELS, examples: [['email']] }),
        Type.Null(),
      ],
      { description: 'Types of channels, or ids of single ones; empty, or `bell`: the bell alone. Absent: all.' },
    ),
  ),
});
export interface Preference {
  readonly event: string;
  readonly enabled: boolean;
  readonly channels?: readonly string[] | null;
}

const quietHours = Type.Union([strict({ from: timeOfDay, to: timeOfDay }), Type.Null()], {
  description:
    'What comes meanwhile is in the bell at once, and leaves by channels when they are over. `urgent` passes.',
});
const timeZone = Type.String({
  maxLength: 100,
  description: 'By whose clocks: a name of the IANA time zone database. Default `UTC`.',
  examples: ['Europe/Berlin'],
});
const emailDigest = Type.Unsafe<Digest>({
  type: 'string',
  enum: [...DIGESTS],
  description:
    'Mails to you are collected, and sent each full hour, or each day at 08:00 by your clocks. `urgent` is sent at once.',
});

const preferences = Type.Array(preference, {
  maxItems: MAX_PREFERENCES,
  description: 'For each event the most specific one counts; without any, you are told by every channel.',
});

export const preferencesSchema = Type.Object(
  { preferences, time_zone: timeZone, quiet_hours: quietHours, email_digest: emailDigest },
  { title: 'NotificationPreferences' },
);
export const newPreferences = strict({
  preferences,
  time_zone: Type.Optional(timeZone),
  quiet_hours: Type.Optional(quietHours),
  email_digest: Type.Optional(emailDigest),
});
