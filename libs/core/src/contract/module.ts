import type { TObject, TSchema } from 'typebox';
import type { ModuleHints } from '@cubit/web-contract';
import type { ModuleErrors } from '../errors/define-errors.js';
import type { ActionDefinition, AppliesTo } from './action.js';
import type { AnyChannel } from './channel.js';
import type { AnyConnector } from './connector.js';
import type { DeclaredRoute } from './declared-route.js';
import type { DefaultWireDefinition } from './default-wire.js';
import type { EventDefinition } from './event.js';
import type { AnyJob } from './job.js';
import type { KindDefinition } from './kind.js';
import type { ModulePermissions } from './permissions.js';
import type { ScopeDefinition } from './scope.js';
import type { SubscriptionDefinition } from './subscription.js';
import type { SweepDefinition } from './sweep.js';
import type { UpgradeDefinition } from './upgrade.js';

/** Version of this contract; a module declares which range it supports. */
export const CONTRACT_VERSION = '1.2.0';

/**
 * The definition of a module. Data and functions only: module code has no access to requests, sockets, the environment, other
 * workspaces, the clock or randomness except through its context.
 */
export interface ModuleDefinition<
  Name extends string = string,
  Kinds extends readonly KindDefinition[] = readonly KindDefinition[],
  Events extends readonly EventDefinition[] = readonly EventDefinition[],
  Actions extends readonly ActionDefinition[] = readonly ActionDefinition[],
> {
  /** `inventory`: the prefix of its kinds, actions and events, and its name in URLs. */
  readonly name: Name;
  /** Semantic version of the module. */
  readonly version: string;
  /** Range of contract versions: `^1.0.0`. */
  readonly contract: string;
  readonly title: string;
  readonly description: string;
  /** Modules that must be enabled in a workspace before this one. */
  readonly requires?: readonly string[];
  /** Enabled in every workspace; cannot be disabled. For `core-*` modules. */
  readonly always?: boolean;
  readonly kinds?: Kinds;
  readonly events?: Events;
  readonly actions?: Actions;
  /** Module code that runs on events. */
  readonly subscriptions?: readonly SubscriptionDefinition[];
  /** Module code that runs when a record becomes due. */
  readonly sweeps?: readonly SweepDefinition[];
  /** Module code that runs outside of transactions, for requests to other systems. */
  readonly jobs?: readonly AnyJob[];
  /** One-time migrations of existing records. */
  readonly upgrades?: readonly UpgradeDefinition[];
  /** Ids of kinds, actions and events that earlier versions declared and this one does not. */
  readonly retires?: readonly string[];
  /** What the module may reach of other modules and outside. Absent: everything of other modules, and nothing outside. */
  readonly permissions?: ModulePermissions;
  /** Wires that are installed with the module. */
  readonly wires?: readonly DefaultWireDefinition[];
  /** Connectors that turn other systems' requests into events of the module. */
  readonly connectors?: readonly AnyConnector[];
  /** Channel types that the module provides. */
  readonly channels?: readonly AnyChannel[];
  readonly scopes?: readonly ScopeDefinition[];
  readonly routes?: readonly DeclaredRoute[];
  readonly errors?: ModuleErrors;
  /** Settings of the module in a workspace; each must have a default. */
  readonly settings?: TObject;
  /** How the web app presents the module. */
  readonly ui?: ModuleHints;
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

type ConnectorEmitsOnly<Declared extends EventDefinition, Connectors> = {
  readonly [Index in keyof Connectors]: Connectors[Index] extends {
    readonly events: readonly (infer Announced extends EventDefinition)[];
  }
    ? [Announced['name']] extends [Declared['name']]
      ? Connectors[Index]
      : { readonly events: readonly Declared[] }
    : never;
};

/** Any action and any kind, for lists. */
export type AnyAction = ActionDefinition<string, AppliesTo, TObject, TSchema, EventDefinition>;
export type AnyKind = KindDefinition<string, TObject>;

/**
 * Declares a module. It does not compile if a kind, an action or a job lacks the module's prefix, or if an action or a connector emits
 * an event that the module does not declare.
 */
export function defineModule<
  const Name extends string,
  const Kinds extends readonly AnyKind[] = readonly [],
  const Events extends readonly EventDefinition[] = readonly [],
  const Actions extends readonly AnyAction[] = readonly [],
  const Connectors extends readonly AnyConnector[] = readonly [],
  const Jobs extends readonly AnyJob[] = readonly [],
>(
  definition: Omit<ModuleDefinition<Name>, 'kinds' | 'events' | 'actions' | 'connectors' | 'jobs'> & {
    readonly kinds?: Kinds & Prefixed<Name, Kinds>;
    readonly events?: Events & PrefixedEvents<Name, Events>;
    readonly actions?: Actions & EmitsOnly<Name, Events[number], Actions>;
    readonly connectors?: Connectors & ConnectorEmitsOnly<Events[number], Connectors>;
    readonly jobs?: Jobs & Prefixed<Name, Jobs>;
  },
): ModuleDefinition<Name> {
  return definition as unknown as ModuleDefinition<Name>;
}
