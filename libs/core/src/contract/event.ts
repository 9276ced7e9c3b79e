import type { Static, TObject } from 'typebox';
import type { Priority } from './notice.js';

/** How an event is told to people; without it the event notifies nobody by itself. */
export interface NotificationTemplate {
  /** Text in which `{partName}` stands for a value of the payload. */
  readonly message: string;
  /** Path below the workspace (`/modules/inventory/records/part/{partId}`), with the same placeholders; absent: nothing to point to. */
  readonly link?: string;
  readonly priority?: Priority;
  /** Member of the payload that holds the id of whom to tell, or several. Absent: every member of the workspace. */
  readonly recipients?: string;
}

/**
 * Something that happened, `module.thing.verb` in the past tense. Payload keys are camelCase; `orgId` is added by the kernel.
 * The payload's first `Field.ref` names the record concerned (`partId`).
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
