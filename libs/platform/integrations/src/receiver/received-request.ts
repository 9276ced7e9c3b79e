import { type HitIntegration, parseJson, type RouteRequest } from '@cubit/core/host';
import type { InboundHit } from '@cubit/core';

const MAX_DEPTH = 64;
const FORM = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** An inbound request as connectors see it. The body is parsed on first access. */
export class ReceivedRequest implements InboundHit {
  readonly rawBody: Uint8Array;
  readonly headers: InboundHit['headers'];
  readonly integration: HitIntegration;
  readonly now: Date;
  #parsed: { readonly value: unknown } | null = null;

  constructor(
    request: Pick<RouteRequest, 'bytes' | 'headers'>,
    { integration, now }: { readonly integration: HitIntegration; readonly now: Date },
  ) {
    this.rawBody = request.bytes;
    this.headers = Object.fromEntries(
      Object.entries(request.headers.all).map(([name, value]) => [
        name,
        typeof value === 'string' || value === undefined ? value : value.join(', '),
      ]),
    );
    this.integration = integration;
    this.now = now;
  }

  get payload(): unknown {
    this.#parsed ??= { value: this.#parse() };
    return this.#parsed.value;
  }

  #parse(): unknown {
    if (!FORM.test(this.headers['content-type'] ?? '')) return parseJson(this.rawBody, MAX_DEPTH);
    const form = new URLSearchParams(Buffer.from(this.rawBody).toString('utf8'));
    const payload = form.get('payload') ?? JSON.stringify(Object.fromEntries(form));
    return parseJson(Buffer.from(payload), MAX_DEPTH);
  }
}
