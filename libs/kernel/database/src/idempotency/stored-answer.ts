import type { RouteReply } from '@cubit/core';

/** A response stored for replay. */
export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

const FIRST_ERROR_STATUS = 400;

/** The part of a response to store, without secrets; null for responses that are not stored: failures, files and streams. */
export function storedAnswer(reply: RouteReply, secrets: readonly string[]): StoredAnswer | null {
  if (reply.status >= FIRST_ERROR_STATUS || reply.stream !== undefined || reply.bytes !== undefined) return null;
  return { status: reply.status, headers: reply.headers ?? {}, body: textOf(reply, secrets) };
}

function textOf({ body, json }: RouteReply, secrets: readonly string[]): string | null {
  if (secrets.length === 0) return json ?? (body === undefined ? null : JSON.stringify(body));
  const value: unknown = json === undefined ? body : JSON.parse(json);
  if (typeof value !== 'object' || value === null) return null;
  return JSON.stringify(Object.fromEntries(Object.entries(value).filter(([name]) => !secrets.includes(name))));
}

export function replayOf({ status, headers, body }: StoredAnswer): RouteReply {
  const replayed = { ...headers, 'idempotent-replayed': 'true' };
  return body === null ? { status, headers: replayed } : { status, headers: replayed, json: body };
}
