import type { Logger, Registry, RouteDefinition } from '@cubit/core/host';
import type { ModuleDefinition } from '@cubit/core';
import type {
  AttemptStore,
  Authenticated,
  Credentials,
  KernelSettings,
  Mailer,
  PasswordStrengthChecker,
} from '@cubit/access';
import type { Database } from '@cubit/database';
import type { CapabilityFactory } from './capability/capability.js';
import type { EffectPort } from './capability/ports.js';
import type { Health } from './health.js';
import type { Retention } from './upkeep/retention.js';
import type { KernelServices } from '@cubit/records';

export interface KernelOptions {
  readonly database: Database;
  readonly modules: readonly ModuleDefinition[];
  readonly settings: KernelSettings;
  readonly log: Logger;
  /** Default: the system's clock. */
  readonly now?: () => Date;
  readonly mailer?: Mailer;
  /** Judges passwords that are set. Default: zxcvbn, in a thread of its own. */
  readonly passwords?: PasswordStrengthChecker;
  /** Opens the counter of wrong passwords, once the tables are there. Default, and null: wrong passwords are not limited. */
  readonly attempts?: () => Promise<AttemptStore | null>;
  /** Whether this process does what is due from time to time: upkeep and sweeps. Default true. */
  readonly background?: boolean;
  /** For how long events, histories and the audit log are kept. */
  readonly retention?: Partial<Retention>;
  /** Parts of the platform beside the kernel itself, started in this order and stopped in the reverse one. */
  readonly capabilities?: readonly CapabilityFactory[];
}

/** The whole service without its HTTP: what it is made of, its routes as data, who a credential is, and its background work. */
export interface Kernel {
  readonly registry: Registry;
  readonly services: KernelServices;
  /** Every route, concrete (one per kind and operation): router and OpenAPI document are made from this list. */
  readonly routes: readonly RouteDefinition[];
  /** Waits for what follows from events; null where no capability can. */
  readonly effects: EffectPort | null;
  /** Finds who the credentials are; `401 unauthorized` for every sort of bad one, the same. One query. */
  authenticate(credentials: Credentials): Promise<Authenticated>;
  /** Whether it can work, and what it lacks where it cannot. Answers within 2 s, whatever the database does. */
  health(): Promise<Health>;
  /** Starts background work: delivery of events, upkeep. */
  start(): Promise<void>;
  /** Handles at once what is due by the clock, as the background does every few seconds. */
  sweep(): Promise<void>;
  /** Ends it, and waits for what runs. The database stays open. */
  stop(): Promise<void>;
}
