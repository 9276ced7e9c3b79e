import type { Static, TObject } from 'typebox';

/** How an event is told to people; without it the event notifies nobody by itself. */
export interface NotificationTemplate {
  /** Text in which `{partName}` stands for a value of the payload. */
  readonly message: string;
  /** Path into the instance, with the same placeholders; absent: nothing to point to. */
  readonly link?: string;
  readonly priority?: 'low' | 'normal' | 'high' | 'urgent';
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
