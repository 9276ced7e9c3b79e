import type { Static, TObject } from 'typebox';
import type { Priority } from './notification.js';

/** How an event becomes a notification. Without a template, the event notifies nobody. */
export interface NotificationTemplate {
  /** Text in which `{partName}` is replaced by that value of the payload. */
  readonly message: string;
  /** Path below the workspace (`/modules/inventory/records/part/{partId}`), with the same placeholders; absent: no link. */
  readonly link?: string;
  readonly priority?: Priority;
  /** Payload member that holds the id of one recipient, or several. Absent: every member of the workspace. */
  readonly recipients?: string;
}

/**
 * An event, `module.thing.verb` in the past tense. Payload keys are camelCase; the kernel adds `orgId`. The payload's first
 * `Field.ref` names the record concerned (`partId`).
 */
export interface EventDefinition<Name extends string = string, Payload extends TObject = TObject> {
  readonly name: Name;
  readonly title: string;
  readonly description?: string;
  readonly payload: Payload;
  readonly example: Static<Payload>;
  readonly notification?: NotificationTemplate;
}

export function defineEvent<const Name extends `${string}.${string}.${string}`, Payload extends TObject>(
  definition: EventDefinition<Name, Payload>,
): EventDefinition<Name, Payload> {
  return definition;
}

export type EventPayload<Event extends EventDefinition> = Static<Event['payload']>;
