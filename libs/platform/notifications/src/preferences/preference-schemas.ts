import { Type, type TProperties } from 'typebox';
import { DIGESTS, type Digest } from '../tables/schema.js';

const MAX_PREFERENCES = 200;
const NAME_LENGTH = 200;
const MAX_CHANNELS = 100;
/** An event name, a prefix with `.*`, or `*`. */
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
  enabled: Type.Boolean({ description: 'False: these events create no notification for you.' }),
  channels: Type.Optional(
    Type.Union(
      [
        Type.Array(Type.String({ maxLength: NAME_LENGTH }), { maxItems: MAX_CHANNELS, examples: [['email']] }),
        Type.Null(),
      ],
      { description: 'Channel types or ids of channels. Empty or `bell`: only the bell. Absent: all channels.' },
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
    'Notifications in quiet hours appear in the bell at once; channels deliver them afterwards. `urgent` ignores quiet hours.',
});
const timeZone = Type.String({
  maxLength: 100,
  description: 'Your time zone: a name of the IANA time zone database. Default `UTC`.',
  examples: ['Europe/Berlin'],
});
const emailDigest = Type.Unsafe<Digest>({
  type: 'string',
  enum: [...DIGESTS],
  description:
    'Collects emails to you and sends them every full hour, or every day at 08:00 in your time zone. `urgent` is sent at once.',
});

const preferences = Type.Array(preference, {
  maxItems: MAX_PREFERENCES,
  description: 'The most specific preference applies to an event. Without one, every channel delivers it.',
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
