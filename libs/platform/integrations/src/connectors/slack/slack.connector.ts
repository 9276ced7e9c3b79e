import {
  defineConnector,
  hmacSha256,
  isRecent,
  signatureMatches,
  type Announcement,
  type InboundHit,
} from '@cubit/core';
import { Type } from 'typebox';
import { inboundReceived } from '../../module/events.js';
import { readPayload } from '../read-payload.js';
import { received, sourceOf } from '../received.js';
import { messagePosted } from './slack-events.js';

const PREFIX = 'v0=';
const MESSAGE_TYPES = ['message', 'app_mention'];

/** https://docs.slack.dev/apis/events-api/ */
const Envelope = Type.Object({ type: Type.String() });
const Verification = Type.Object({ challenge: Type.String({ maxLength: 1_000 }) });
const Callback = Type.Object({
  event_id: Type.String(),
  team_id: Type.Optional(Type.String()),
  event: Type.Object({
    type: Type.String(),
    subtype: Type.Optional(Type.String()),
    bot_id: Type.Optional(Type.String()),
    channel: Type.Optional(Type.Unknown()),
    user: Type.Optional(Type.Unknown()),
    text: Type.Optional(Type.String()),
  }),
});

/** https://docs.slack.dev/authentication/verifying-requests-from-slack/ */
export const slack = defineConnector({
  id: 'slack',
  title: 'Slack',
  description:
    'Enter the signing secret of your Slack app as the secret here, then the URL as the Request URL of its Event Subscriptions, and choose the events.',
  config: Type.Object({}),
  events: [inboundReceived, messagePosted],
  verify({ rawBody, headers, secret, now }) {
    const { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': given } = headers;
    if (timestamp === undefined || given === undefined)
      return 'One of the headers X-Slack-Request-Timestamp and X-Slack-Signature is missing.';
    if (!isRecent(timestamp, now)) return 'The timestamp is more than 5 minutes from now.';
    const good =
      secret !== null &&
      given.startsWith(PREFIX) &&
      signatureMatches(hmacSha256(secret, `v0:${timestamp}:`, rawBody), given.slice(PREFIX.length));
    return good || 'The header X-Slack-Signature does not fit the body and the secret.';
  },
  translate(hit) {
    const { type } = readPayload(Envelope, hit.payload);
    if (type === 'url_verification') {
      const { challenge } = readPayload(Verification, hit.payload);
      return { reply: { challenge } };
    }
    if (type !== 'event_callback') return { deliveryId: null, events: [received(hit, { connector: 'slack', type })] };
    const callback = readPayload(Callback, hit.payload);
    const { event_id: deliveryId, event } = callback;
    const more = messageOf(hit, callback);
    return {
      deliveryId,
      events: [received(hit, { connector: 'slack', type: event.type, deliveryId }), ...(more ? [more] : [])],
    };
  },
});

function messageOf(
  { integration }: Pick<InboundHit, 'integration'>,
  { team_id, event }: Type.Static<typeof Callback>,
): Announcement<typeof messagePosted> | null {
  const { type, subtype, bot_id, channel, user, text = '' } = event;
  // What an app writes, this one perhaps, must not set off what writes again.
  const written = MESSAGE_TYPES.includes(type) && subtype === undefined && bot_id === undefined;
  if (!written || typeof channel !== 'string' || typeof user !== 'string') return null;
  const team = team_id ?? null;
  return {
    event: messagePosted,
    payload: { ...sourceOf(integration), team, channel, user, text, mention: type === 'app_mention' },
  };
}
