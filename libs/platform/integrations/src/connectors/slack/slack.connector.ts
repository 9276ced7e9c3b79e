import {
  type EmittedEvent,
  defineConnector,
  hmacSha256,
  type InboundHit,
  isRecent,
  readPayload,
  signatureMatches,
  type Translation,
} from '@cubit/core';
import { Type, type Static } from 'typebox';
import { sourceOf } from '../source-of.js';
import { commandUsed, messagePosted, slackEvents } from './slack-events.js';
import { Callback, Command, Envelope, Verification } from './slack-payloads.js';

const PREFIX = 'v0=';
const MESSAGE_TYPES = ['message', 'app_mention'];

/** https://docs.slack.dev/authentication/verifying-requests-from-slack/ */
export const slack = defineConnector({
  id: 'slack',
  title: 'Slack',
  description:
    'Enter the signing secret of your Slack app as the secret here, then the URL as the Request URL of its Event Subscriptions, and select the events. The same URL accepts slash commands and interactions.',
  config: Type.Object({}),
  events: [...slackEvents],
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
  translate(hit): Translation<(typeof slackEvents)[number], never> {
    const { type, command, ssl_check } = readPayload(Envelope, hit.payload);
    if (type === 'url_verification') {
      const { challenge } = readPayload(Verification, hit.payload);
      return { reply: { challenge } };
    }
    if (ssl_check === '1') return { reply: {} };
    const body = withoutToken(hit.payload);
    if (typeof command === 'string') return { ...commandOf(hit), body };
    if (type === 'event_callback') return { ...callbackOf(hit), body };
    return { deliveryId: null, type: type ?? null, body };
  },
});

type Hit = Pick<InboundHit, 'integration' | 'payload'>;

function callbackOf({ integration, payload }: Hit) {
  const callback = readPayload(Callback, payload);
  const message = messageOf({ integration }, callback);
  return {
    deliveryId: callback.event_id ?? null,
    type: callback.event?.type ?? null,
    events: message ? [message] : [],
  };
}

function messageOf(
  { integration }: Pick<InboundHit, 'integration'>,
  { team_id, event = {} }: Static<typeof Callback>,
): EmittedEvent<typeof messagePosted> | null {
  const { type, subtype, bot_id, channel, user, text } = event;
  // Messages of apps are ignored: they may be from this app and would cause a loop.
  const written = MESSAGE_TYPES.includes(type ?? '') && !subtype && !bot_id;
  if (!written || typeof channel !== 'string' || typeof user !== 'string') return null;
  const about = { ...sourceOf(integration), team: team_id ?? null, channel, user };
  return { event: messagePosted, payload: { ...about, text: text ?? '', mention: type === 'app_mention' } };
}

function commandOf({ integration, payload }: Hit) {
  const { command, text, team_id, channel_id, user_id, trigger_id } = readPayload(Command, payload);
  const about = { team: team_id ?? null, channel: channel_id ?? null, user: user_id ?? null };
  const event: EmittedEvent<typeof commandUsed> = {
    event: commandUsed,
    payload: { ...sourceOf(integration), ...about, command, text: text ?? '' },
  };
  // Slack accepts only status 200 and shows the text to the user who sent the command.
  const reply = { response_type: 'ephemeral', text: `${command} was received.` };
  return { deliveryId: trigger_id ?? null, type: 'slash_command', events: [event], reply };
}

/** Removes the deprecated verification token from the payload, because it is a secret. */
function withoutToken(payload: unknown): unknown {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return payload;
  const { token: _token, ...rest } = payload as Readonly<Record<string, unknown>>;
  return rest;
}
