import type { EventDefinition } from '../contract/event.js';
import type { ModuleDefinition } from '../contract/module.js';

const CHANNEL_TYPE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const PLACEHOLDER = /\{(\w+)\}/g;

/** Faults of a module's channel types and notification templates. */
export function checkNotifications({ name, channels = [], events = [] }: ModuleDefinition): string[] {
  return [
    ...channels
      .filter(({ type }) => !CHANNEL_TYPE.test(type))
      .map(
        ({ type }) => `Module '${name}' declares channel '${type}'; name it in lower-case letters, digits and dashes.`,
      ),
    ...events.flatMap(templateFaults),
  ];
}

function templateFaults({ name, payload, notification }: EventDefinition): string[] {
  if (!notification) return [];
  const { message, link = '', recipients } = notification;
  const known = new Set([...Object.keys(payload.properties), 'orgId']);
  const placeholders = [...`${message}${link}`.matchAll(PLACEHOLDER)].map(([, key]) => key ?? '');
  return [
    ...[...new Set(placeholders)]
      .filter((key) => !known.has(key))
      .map(
        (key) =>
          `The notification of event '${name}' uses '{${key}}', which its payload does not have; name one of its members.`,
      ),
    ...(recipients === undefined || known.has(recipients)
      ? []
      : [
          `The notification of event '${name}' takes its recipients from '${recipients}', which its payload does not have; name one of its members.`,
        ]),
  ];
}
