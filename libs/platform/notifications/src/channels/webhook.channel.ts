import { defineChannel, type OutboundNotification } from '@cubit/core';
import { Type } from 'typebox';
import { headerFaults } from './header-rules.js';
import { httpOutcome } from './http-outcome.js';
import { maskUrl, maskValues } from './mask.js';
import { urlConfig, urlFaults } from './url-config.js';

const MAX_HEADERS = 50;
const HEADER_LENGTH = 4_000;

/** The eight fields, always all of them. */
export function envelope({
  id,
  eventType,
  message,
  linkUrl,
  priority,
  workspace,
  user,
  occurredAt,
}: OutboundNotification) {
  return {
    notification_id: id,
    event_type: eventType,
    message,
    link_url: linkUrl,
    priority,
    org_id: workspace.id,
    user_id: user.id,
    occurred_at: occurredAt,
  };
}

export const webhook = defineChannel({
  type: 'webhook',
  title: 'Webhook',
  description:
    'One `POST` of JSON for each notification, never repeated. The receiver has 5 s to answer with any 2xx. Nothing is signed: put a ' +
    'secret of yours into a header.',
  config: Type.Object({
    url: urlConfig('Where to post to.'),
    headers: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: HEADER_LENGTH }), {
        maxProperties: MAX_HEADERS,
        description: 'Sent with each request. Not those that frame it (`Host`, `Content-Length`, `Connection`, ...).',
        examples: [{ Authorization: 'Bearer your-secret' }],
      }),
    ),
  }),
  check: (config, tools) => [...urlFaults(config, tools), ...headerFaults(config.headers ?? {})],
  show: ({ url, headers }) => ({ url: maskUrl(url), ...(headers ? { headers: maskValues(headers) } : {}) }),
  send: async ({ post }, { url, headers = {} }, notification) =>
    httpOutcome(await post({ url, headers, body: envelope(notification) })),
});
