import { defineConnector, hmacSha256, signatureMatches } from '@cubit/core';
import { Type } from 'typebox';
import { githubEvents } from './github-events.js';
import { translateGithub } from './translate-github.js';

const PREFIX = 'sha256=';

/** https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries */
export const github = defineConnector({
  id: 'github',
  title: 'GitHub',
  description:
    'In the settings of the repository or organisation, under Webhooks: enter the URL and the secret, select `application/json`, and choose the events.',
  config: Type.Object({}),
  events: [...githubEvents],
  verify({ rawBody, headers, secret }) {
    const given = headers['x-hub-signature-256'];
    if (given === undefined) return 'The header X-Hub-Signature-256 is missing.';
    const good =
      secret !== null &&
      given.startsWith(PREFIX) &&
      signatureMatches(hmacSha256(secret, rawBody), given.slice(PREFIX.length));
    return good || 'The header X-Hub-Signature-256 does not fit the body and the secret.';
  },
  translate(hit) {
    const name = hit.headers['x-github-event'] ?? '';
    const type = typeOf(name, hit.payload);
    if (name === 'ping') return { ignored: 'Ping: GitHub confirms the URL.' };
    const deliveryId = hit.headers['x-github-delivery'] ?? null;
    const event = translateGithub(type, hit);
    return {
      deliveryId,
      // The delivery id is unique at GitHub; the event name is added for senders that repeat it for several events.
      repeatKey: deliveryId === null ? null : `${name}:${deliveryId}`,
      type,
      events: event ? [event] : [],
    };
  },
});

function typeOf(name: string, payload: unknown): string {
  const action = typeof payload === 'object' && payload !== null && 'action' in payload ? payload.action : null;
  return typeof action === 'string' ? `${name}.${action}` : name;
}
