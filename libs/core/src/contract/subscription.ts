import type { TObject } from 'typebox';
import type { Actor, Cause } from './actor.js';
import type { ModuleContext } from './context.js';
import type { EventDefinition } from './event.js';
import type { AnySettings } from './settings.js';

/** An event as subscriptions and wires receive it. */
export interface DeliveredEvent {
  readonly id: string;
  readonly name: string;
  readonly occurred_at: string;
  readonly actor: Actor;
  /** The wire run that caused the event; null for a request by a user. */
  readonly cause: Cause | null;
  readonly payload: Readonly<Record<string, unknown>>;
}

/**
 * Module code that runs on an event, of its own or another module. Runs after the event's transaction commits, in its own
 * transaction, exactly once in effect: its writes and the record of the run commit together. An error is retried later.
 */
export interface SubscriptionDefinition<Settings = AnySettings> {
  /** Unique in the module, lower case. Identifies runs; renaming it creates another subscription. */
  readonly id: string;
  /** Name of the event. If its module is not installed, the subscription never runs. */
  readonly event: string;
  /** The schema of the module's settings, if the subscription reads them. `Settings` is their type. */
  readonly settings?: TObject;
  run(context: ModuleContext<EventDefinition, Settings>, event: DeliveredEvent): Promise<void>;
}
