import type { NotificationTemplate } from '@cubit/core/host';

type Payload = Readonly<Record<string, unknown>>;

const PLACEHOLDER = /\{(\w+)\}/g;
const MESSAGE_LENGTH = 20_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Renders the notification of an event. Never throws, because it runs in the transaction that sequences events. */
export function renderTemplate(
  { message, link, priority = 'normal', recipients }: NotificationTemplate,
  payload: Payload,
) {
  return {
    message: fill(message, payload, String).slice(0, MESSAGE_LENGTH).toWellFormed(),
    link: link === undefined ? null : fill(link, payload, encodeURIComponent),
    priority,
    users: recipients === undefined ? null : usersIn(payload[recipients]),
  };
}

function fill(template: string, payload: Payload, write: (text: string) => string): string {
  return template.replace(PLACEHOLDER, (_, key: string) => {
    const value = Object.hasOwn(payload, key) ? payload[key] : undefined;
    return write(textOf(value).toWellFormed());
  });
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function usersIn(value: unknown): readonly string[] {
  const ids: readonly unknown[] = Array.isArray(value) ? value : [value];
  return ids.filter((id): id is string => typeof id === 'string' && UUID.test(id));
}
