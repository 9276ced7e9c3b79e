import type { Logger } from '../contract/context.js';
import type { ModuleDefinition } from '../contract/module.js';
import type { RouteDefinition } from '../contract/route.js';
import type { Authenticated, Credentials } from '../access/authenticate.js';
import type { Database } from '../database/database.js';
import type { Registry } from '../registry/registry.js';
import type { CapabilityFactory } from './capability.js';
import type { Retention } from './retention.js';
import type { KernelServices, KernelSettings, Mailer } from './services.js';

export interface KernelOptions {
  readonly database: Database;
  readonly modules: readonly ModuleDefinition[];
  readonly settings: KernelSettings;
  readonly log: Logger;
  /** Default: the system's clock. */
  readonly now?: () => Date;
  readonly mailer?: Mailer;
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
  /** Finds who the credentials are; `401 unauthorized` for every sort of bad one, the same. One query. */
  authenticate(credentials: Credentials): Promise<Authenticated>;
  /** Whether it has started, migrations and queues included, and the database answers. */
  ready(): Promise<boolean>;
  /** Starts background work: delivery of events, upkeep. */
  start(): Promise<void>;
  /** Handles at once what is due by the clock, as the background does every few seconds. */
  sweep(): Promise<void>;
  /** Ends it, and waits for what runs. The database stays open. */
  stop(): Promise<void>;
}
