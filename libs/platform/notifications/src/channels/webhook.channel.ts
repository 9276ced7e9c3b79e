import { defineChannel, type OutboundNotification } from '@cubit/core';
import { Type } from 'typebox';
import { headerFaults } from './header-rules.js';
import { httpOutcome } from './http-outcome.js';
import { maskUrl, maskValues } from './mask.js';
import { urlConfig, urlFaults } from './url-config.js';

const MAX_HEADERS = 50;
const HEADER_LENGTH = 4_000;

/** The request body. All eight fields are always present. */
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
    'Sends one JSON `POST` for each notification and never retries. The receiver must respond with a 2xx status within 5 s. Requests are ' +
    'not signed: add a secret header to authenticate them.',
  config: Type.Object({
    url: urlConfig('URL that receives the requests.'),
    headers: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: HEADER_LENGTH }), {
        maxProperties: MAX_HEADERS,
        description:
          'Sent with each request. Framing headers (`Host`, `Content-Length`, `Connection`, ...) are not allowed.',
        examples: [{ Authorization: 'Bearer your-secret' }],
      }),
    ),
  }),
  check: (config, tools) => [...urlFaults(config, tools), ...headerFaults(config.headers ?? {})],
  show: ({ url, headers }) => ({ url: maskUrl(url), ...(headers ? { headers: maskValues(headers) } : {}) }),
  send: async ({ post }, { url, headers = {} }, notification) =>
    httpOutcome(await post({ url, headers, body: envelope(notification) })),
});
