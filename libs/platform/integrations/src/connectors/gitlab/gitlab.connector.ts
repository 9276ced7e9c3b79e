import { defineConnector, sameSecret } from '@cubit/core';
import { Type } from 'typebox';
import { inboundReceived } from '../../module/events.js';
import { received } from '../received.js';
import { gitlabEvents } from './gitlab-events.js';
import { translateGitlab } from './translate-gitlab.js';

/** https://docs.gitlab.com/user/project/integrations/webhooks/ */
export const gitlab = defineConnector({
  id: 'gitlab',
  title: 'GitLab',
  description:
    'In the settings of the project or group, under Webhooks: enter the URL, and the secret as the secret token; choose the events.',
  config: Type.Object({}),
  events: [inboundReceived, ...gitlabEvents],
  verify({ headers, secret }) {
    const given = headers['x-gitlab-token'];
    if (given === undefined) return 'The header X-Gitlab-Token is missing.';
    return (secret !== null && sameSecret(secret, given)) || 'The header X-Gitlab-Token is not the secret.';
  },
  translate(hit) {
    const type = typeOf(hit.payload);
    // The same for all attempts of one delivery; the other header is shared by hooks that set each other off.
    const deliveryId = hit.headers['idempotency-key'] ?? hit.headers['x-gitlab-event-uuid'] ?? null;
    const more = translateGitlab(type, hit);
    return {
      deliveryId,
      events: [received(hit, { connector: 'gitlab', type, deliveryId }), ...(more ? [more] : [])],
    };
  },
});

function typeOf(payload: unknown): string {
  if (typeof payload !== 'object' || payload === null) return '';
  const { object_kind, event_name, action, object_attributes } = payload as Readonly<Record<string, unknown>>;
  const kind = [object_kind, event_name].find((name) => typeof name === 'string') ?? '';
  const attributes = typeof object_attributes === 'object' && object_attributes !== null ? object_attributes : {};
  const what = 'action' in attributes ? attributes.action : action;
  return typeof what === 'string' ? `${String(kind)}.${what}` : String(kind);
}
