import { defineConnector, sameSecret } from '@cubit/core';
import { Type } from 'typebox';
import { gitlabEvents } from './gitlab-events.js';
import { translateGitlab } from './translate-gitlab.js';

/** https://docs.gitlab.com/user/project/integrations/webhooks/ */
export const gitlab = defineConnector({
  id: 'gitlab',
  title: 'GitLab',
  description:
    'In the settings of the project or group, under Webhooks: enter the URL, and the secret as the secret token; choose the events.',
  config: Type.Object({}),
  events: [...gitlabEvents],
  verify({ headers, secret }) {
    const given = headers['x-gitlab-token'];
    if (given === undefined) return 'The header X-Gitlab-Token is missing.';
    return (secret !== null && sameSecret(secret, given)) || 'The header X-Gitlab-Token is not the secret.';
  },
  translate(hit) {
    const type = typeOf(hit.payload);
    // `Idempotency-Key` is the same for all attempts of one delivery. Hooks that trigger each other share `X-Gitlab-Event-UUID`.
    const deliveryId = hit.headers['idempotency-key'] ?? hit.headers['x-gitlab-event-uuid'] ?? null;
    const event = translateGitlab(type, hit);
    return { deliveryId, type, events: event ? [event] : [] };
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
