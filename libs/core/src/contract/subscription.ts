import type { Actor, Cause } from '../events/actor.js';
import type { ModuleContext } from './context.js';

/** An event as it reaches those who react to it. */
export interface DeliveredEvent {
  readonly id: string;
  readonly name: string;
  readonly occurred_at: string;
  readonly actor: Actor;
  /** The wire run that caused it; null when somebody did it by hand. */
  readonly cause: Cause | null;
  readonly payload: Readonly<Record<string, unknown>>;
}

/**
 * Module code on an event, its own or another module's. Runs after the event's transaction committed, in a transaction of its own, exactly
 * once in effect: what it writes commits together with the note that it ran. What it throws is tried again later.
 */
export interface SubscriptionDefinition {
  /** Unique in the module, lower case: what runs are known by. Renaming it makes another subscription. */
  readonly id: string;
  /** Name of the event. One of a module that is not installed never comes. */
  readonly event: string;
  run(context: ModuleContext, event: DeliveredEvent): Promise<void>;
}
