import type { CheckedModules, Logger, Registry, RouteDefinition } from '@cubit/core/host';
import type { ModuleDefinition } from '@cubit/core';
import type {
  AttemptStore,
  Authenticated,
  Credentials,
  KernelSettings,
  Mailer,
  PasswordStrengthChecker,
} from '@cubit/access';
import type { Database, Release } from '@cubit/database';
import type { CapabilityFactory } from './capability/capability.js';
import type { PackageRule } from './changes/ensure-changes.js';
import type { EffectPort } from './capability/ports.js';
import type { OnStep } from './processes/start-progress.js';
import type { Health } from './health.js';
import type { Retention } from './upkeep/retention.js';
import type { KernelServices } from '@cubit/records';

export interface KernelOptions {
  readonly database: Database;
  readonly modules: readonly ModuleDefinition[];
  /** Those of the product: their schemas and examples are not checked again. Default: none. */
  readonly checked?: CheckedModules;
  /** Modules of other packages. Default: none. */
  readonly packages?: PackageRule;
  /** Names of modules that this start leaves out: their routes respond with `503 unavailable`. */
  readonly modulesLeft?: readonly string[];
  readonly settings: KernelSettings;
  readonly log: Logger;
  /** Default: the system clock. */
  readonly now?: () => Date;
  readonly mailer?: Mailer;
  /** Checks the strength of new passwords. Default: zxcvbn in its own thread. */
  readonly passwords?: PasswordStrengthChecker;
  /**
   * Opens the counter of wrong passwords, after the tables are created. Default, and null: wrong passwords are not
   * limited.
   */
  readonly attempts?: () => Promise<AttemptStore | null>;
  /** The version and the level of its tables. Default: those of this source. */
  readonly release?: Release;
  /** Roles of this process, for lists of processes. Default none. */
  readonly roles?: readonly string[];
  /** `wait`: another process, the command `migrate`, updates the tables. Default `now`. */
  readonly migrations?: 'now' | 'wait';
  /** Called with each step of the start. */
  readonly onStep?: OnStep;
  /** Ends waiting for migrations and for other processes. */
  readonly signal?: AbortSignal;
  /** Whether this process does periodic work: upkeep and sweeps. Default true. */
  readonly background?: boolean;
  /** Retention of events, histories and the audit log. */
  readonly retention?: Partial<Retention>;
  /** Parts of the platform, started in this order and stopped in reverse. */
  readonly capabilities?: readonly CapabilityFactory[];
}

/** The service without HTTP: its registry, its routes as data, authentication, and background work. */
export interface Kernel {
  readonly registry: Registry;
  /** Names of modules that this start leaves out. */
  readonly modulesLeft: readonly string[];
  readonly services: KernelServices;
  /** Every route, one per kind and operation: the router and the OpenAPI document are built from this list. */
  readonly routes: readonly RouteDefinition[];
  /** Waits for the consequences of events; null if no capability provides it. */
  readonly effects: EffectPort | null;
  /** Authenticates credentials. Throws the same `401 unauthorized` for every invalid one. One query. */
  authenticate(credentials: Credentials): Promise<Authenticated>;
  /**
   * Whether the service can work, and otherwise what is missing. Answers within 2 s, even if the database does not
   * respond.
   */
  health(): Promise<Health>;
  /** Starts background work: event delivery, upkeep. */
  start(): Promise<void>;
  /** Handles due records now, as the background does every few seconds. */
  sweep(): Promise<void>;
  /** Runs due migrations that contract tables now, unless a process of an earlier level is running. */
  contract(): Promise<void>;
  /** Stops background work and waits for it. The database stays open. */
  stop(): Promise<void>;
}
