import type { TObject, TSchema } from 'typebox';
import type { ModuleErrors } from '../errors/define-errors.js';
import type { ActionDefinition, AppliesTo } from './action.js';
import type { AnyChannel } from './channel.js';
import type { AnyConnector } from './connector.js';
import type { DefaultWireDefinition } from './default-wire.js';
import type { EventDefinition } from './event.js';
import type { KindDefinition } from './kind.js';
import type { ModuleRoute } from './module-route.js';
import type { ScopeDefinition } from './scope.js';
import type { SubscriptionDefinition } from './subscription.js';
import type { SweepDefinition } from './sweep.js';
import type { UpgradeDefinition } from './upgrade.js';

/** Version of this contract; a module says which range it was written for. */
export const CONTRACT_VERSION = '1.0.0';

/**
 * Everything that a module is. Data and functions only: it never sees a request, a socket, the environment, another workspace,
 * the clock or randomness other than through the context it is handed.
 */
export interface ModuleDefinition<
  Name extends string = string,
  Kinds extends readonly KindDefinition[] = readonly KindDefinition[],
  Events extends readonly EventDefinition[] = readonly EventDefinition[],
  Actions extends readonly ActionDefinition[] = readonly ActionDefinition[],
> {
  /** `inventory`: the prefix of its kinds, actions and events, and its place in URLs. */
  readonly name: Name;
  /** Semantic version of the module. */
  readonly version: string;
  /** Range of contract versions: `^1.0.0`. */
  readonly contract: string;
  readonly title: string;
  readonly description: string;
  /** Modules that must be enabled in a workspace before this one. */
  readonly requires?: readonly string[];
  /** Part of every workspace; cannot be turned off. For `core-*` modules. */
  readonly always?: boolean;
  readonly kinds?: Kinds;
  readonly events?: Events;
  readonly actions?: Actions;
  /** Code of the module that runs on events. */
  readonly subscriptions?: readonly SubscriptionDefinition[];
  /** What the module does when the time of a record has come. */
  readonly sweeps?: readonly SweepDefinition[];
  /** What is done once with records of earlier versions. */
  readonly upgrades?: readonly UpgradeDefinition[];
  /** Wires that a workspace gets with the module. */
  readonly wires?: readonly DefaultWireDefinition[];
  /** How other systems' requests become events of the module. */
  readonly connectors?: readonly AnyConnector[];
  /** Ways by which notifications reach people. */
  readonly channels?: readonly AnyChannel[];
  readonly scopes?: readonly ScopeDefinition[];
  readonly routes?: readonly ModuleRoute[];
  readonly errors?: ModuleErrors;
  /** Settings of the module in a workspace; every one with a default. */
  readonly settings?: TObject;
}

type Prefixed<Name extends string, Kinds> = {
  readonly [Index in keyof Kinds]: Kinds[Index] extends { readonly id: `${Name}:${string}` }
    ? Kinds[Index]
    : { readonly id: `${Name}:${string}` };
};
type PrefixedEvents<Name extends string, Events> = {
  readonly [Index in keyof Events]: Events[Index] extends { readonly name: `${Name}.${string}.${string}` }
    ? Events[Index]
    : { readonly name: `${Name}.${string}.${string}` };
};
type EmitsOnly<Name extends string, Declared extends EventDefinition, Actions> = {
  readonly [Index in keyof Actions]: Actions[Index] extends {
    readonly id: `${Name}:${string}`;
    readonly emits: readonly (infer Emitted extends EventDefinition)[];
  }
    ? [Emitted['name']] extends [Declared['name']]
      ? Actions[Index]
      : { readonly emits: readonly Declared[] }
    : { readonly id: `${Name}:${string}` };
};

type AnnouncesOnly<Declared extends EventDefinition, Connectors> = {
  readonly [Index in keyof Connectors]: Connectors[Index] extends {
    readonly events: readonly (infer Announced extends EventDefinition)[];
  }
    ? [Announced['name']] extends [Declared['name']]
      ? Connectors[Index]
      : { readonly events: readonly Declared[] }
    : never;
};

/** An action, a kind of any shape, for lists. */
export type AnyAction = ActionDefinition<string, AppliesTo, TObject, TSchema, EventDefinition>;
export type AnyKind = KindDefinition<string, TObject>;

/**
 * Declares a module. A kind or action outside the module's prefix, and an action or a connector that emits an event which the
 * module does not declare, do not compile.
 */
export function defineModule<
  const Name extends string,
  const Kinds extends readonly AnyKind[] = readonly [],
  const Events extends readonly EventDefinition[] = readonly [],
  const Actions extends readonly AnyAction[] = readonly [],
  const Connectors extends readonly AnyConnector[] = readonly [],
>(
  definition: Omit<ModuleDefinition<Name>, 'kinds' | 'events' | 'actions' | 'connectors'> & {
    readonly kinds?: Kinds & Prefixed<Name, Kinds>;
    readonly events?: Events & PrefixedEvents<Name, Events>;
    readonly actions?: Actions & EmitsOnly<Name, Events[number], Actions>;
    readonly connectors?: Connectors & AnnouncesOnly<Events[number], Connectors>;
  },
): ModuleDefinition<Name> {
  return definition as unknown as ModuleDefinition<Name>;
}
