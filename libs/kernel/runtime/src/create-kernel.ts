import {
  accessRoutes,
  auditRoute,
  type Authenticator,
  createAuthenticator,
  createSecretBox,
  PasswordStrengthThread,
} from '@cubit/access';
import {
  actionBatchRoute,
  actionRoute,
  codeRoute,
  createEventRuntime,
  eventRoutes,
  type EventRuntime,
  type KernelServices,
  ModuleSecrets,
  RecordFeed,
  recordRoutes,
  SearchFill,
  scanRoutes,
  searchRoute,
  WorkspaceSchemas,
} from '@cubit/records';
import { createRegistry, type Registry, type RouteDefinition } from '@cubit/core/host';
import { checkDeclaredQueries } from './describe/check-queries.js';
import { describeRoutes } from './describe/describe-routes.js';
import { type Database, releaseOf, type Transaction, withStatementClass } from '@cubit/database';
import { instanceHookRoutes } from './routes/instance-hooks.js';
import type { Capability } from './capability/capability.js';
import { capabilityHost } from './capability/capability-host.js';
import { type PortServices, resolvePorts } from './capability/ports.js';
import { HealthCheck } from './health.js';
import type { Kernel, KernelOptions } from './kernel.js';
import { moduleRoutes } from './routes/module-routes.js';
import { migrationSets } from './prepare.js';
import { prepareInstance } from './processes/prepare-instance.js';
import { Contracts } from './processes/contracts.js';
import { createIdSource } from './id-source.js';
import { Sweeper } from './sweeps/sweeper.js';
import { sealSettings } from './upgrades/seal-settings.js';
import { runUpgrades } from './upgrades/run-upgrades.js';
import { DEFAULT_RETENTION } from './upkeep/retention.js';
import { StatisticsRefresh } from './upkeep/statistics-refresh.js';
import { TitleKeys } from './upkeep/title-keys.js';
import { Upkeep } from './upkeep/upkeep.js';

/**
 * Checks the modules, prepares the database and creates the kernel. Throws `RegistryError` if modules contradict
 * each other.
 */
export async function createKernel(options: KernelOptions): Promise<Kernel> {
  const { database, settings, log, mailer, background = true } = options;
  const { now = () => new Date(), capabilities: factories = [], passwords = new PasswordStrengthThread() } = options;
  database.useClock(now);
  const registry = createRegistry(options.modules, options.checked);
  checkDeclaredQueries(registry);
  const newId = createIdSource();
  const lease = await prepareInstance(options, registry, options.process ?? newId());
  const secrets = await createSecrets(database, registry);
  const base: PortServices = {
    database,
    registry,
    workspaces: new WorkspaceSchemas({ registry, secrets }),
    secrets,
    settings,
    log,
    now,
    newId,
    feed: new RecordFeed(database, log),
    ...(mailer ? { mailer } : {}),
  };
  const { effects, ...ports } = resolvePorts(factories, base);
  const services: KernelServices = { ...base, ...ports };
  const authenticator = await createAuthenticator(services);
  const events = createEventRuntime(services);
  const onEvents = () => events.dispatcher.wake();
  const { sweeper, contracts, tasks } = backgroundTasks(services, options, onEvents);
  const routes: RouteDefinition[] = [];
  const allRoutes = () => routes;
  const capabilities: Capability[] = [];
  const host = capabilityHost({
    services,
    onEvents,
    routes: allRoutes,
    archiveParts: () => capabilities.flatMap(({ archive = [] }) => archive),
    ...portsOf(events, authenticator),
  });
  for (const factory of factories) capabilities.push(await factory.create(host));
  consumeEvents(events, capabilities);
  const access = await accessRoutes(services, {
    ...authenticator,
    routes: allRoutes,
    streams: events.guard,
    passwords,
    attempts: (await options.attempts?.()) ?? null,
  });
  routes.push(...access, ...kernelRoutes({ services, events, capabilities, onEvents, routes: allRoutes }));
  const { onStep = () => {}, signal } = options;
  await withStatementClass('unlimited', () => runUpgrades(services, { lease, onStep, ...(signal && { signal }) }));
  const health = new HealthCheck({ database, log, ping: () => events.listener.ping(), capabilities });
  return {
    registry,
    modulesLeft: options.modulesLeft ?? [],
    services,
    routes,
    effects,
    authenticate: authenticator.authenticate,
    health: () => health.check(),
    async start() {
      lease.start();
      await events.start();
      for (const usage of usagesOf(authenticator)) usage.start();
      if (background) for (const task of tasks) task.start();
      for (const capability of capabilities) await capability.start?.();
      health.start();
    },
    sweep: () => sweeper.run(),
    contract: () => contracts.run(),
    async stop() {
      await health.stop();
      for (const capability of capabilities.toReversed()) await capability.stop?.();
      for (const task of tasks.toReversed()) await task.stop();
      await events.stop();
      for (const usage of usagesOf(authenticator)) await usage.stop();
      await passwords.close();
      await lease.stop();
    },
  };
}

function portsOf({ dispatcher, listener, guard }: EventRuntime, { displayUsage }: Authenticator) {
  return {
    sequenceEvents: () => dispatcher.sequencePending(),
    listen: (channel: string, handle: (payload: string) => void) => listener.on(channel, handle),
    endStreams: (tx: Transaction) => guard.endStreams(tx),
    flushDisplayUsage: () => displayUsage.flush(),
  };
}

const usagesOf = ({ tokenUsage, displayUsage }: Authenticator) => [tokenUsage, displayUsage];

/** Encrypts secret settings, also those that earlier versions of modules stored as texts. */
async function createSecrets(database: Database, registry: Registry): Promise<ModuleSecrets> {
  const secrets = new ModuleSecrets(await createSecretBox(database.db, 'module-settings'));
  await sealSettings(database, registry, secrets);
  return secrets;
}

/** Periodic work, in the order of its start. */
function backgroundTasks(services: KernelServices, options: KernelOptions, onEvents: () => void) {
  const { database, registry, settings, log, now } = services;
  const { release = releaseOf(settings.version), capabilities } = options;
  const retention = { ...DEFAULT_RETENTION, ...options.retention };
  const sweeper = new Sweeper({ services, onEvents });
  const contracts = new Contracts({ database, log, release, sets: migrationSets(capabilities) });
  const tasks = [
    contracts,
    new Upkeep({ database, log, now, retention, registry }),
    new StatisticsRefresh({ database, log }),
    new SearchFill(services),
    new TitleKeys({ database, log, registry }),
    sweeper,
  ];
  return { sweeper, contracts, tasks };
}

function consumeEvents({ dispatcher }: EventRuntime, capabilities: readonly Capability[]): void {
  for (const capability of capabilities)
    dispatcher.use({
      onSequenced: capability.onSequenced?.bind(capability),
      afterSequenced: capability.afterSequenced?.bind(capability),
    });
}

interface RouteSources {
  readonly services: KernelServices;
  readonly events: EventRuntime;
  readonly capabilities: readonly Capability[];
  readonly onEvents: () => void;
  /** All routes of the product; complete when requests are answered. */
  readonly routes: () => readonly RouteDefinition[];
}

/**
 * All routes except those of users and credentials: of the kernel, of kinds, actions and modules, and of the
 * capabilities.
 */
function kernelRoutes({ services, events, capabilities, onEvents, routes }: RouteSources): readonly RouteDefinition[] {
  const { kinds, actions, modules } = services.registry;
  return [
    ...describeRoutes(services),
    auditRoute(services),
    ...eventRoutes(
      services,
      events,
      capabilities.flatMap(({ companion }) => companion ?? []),
    ),
    searchRoute(services),
    codeRoute(services),
    ...scanRoutes({ services, onEvents }),
    ...[...kinds.values()].flatMap((kind) => recordRoutes({ services, kind, onEvents })),
    actionBatchRoute({ services, onEvents }),
    ...[...actions.values()].map((action) => actionRoute({ services, onEvents }, action)),
    ...[...modules.values()].flatMap((module) => moduleRoutes({ services, onEvents, events, routes }, module)),
    ...instanceHookRoutes(),
    ...capabilities.flatMap((capability) => capability.routes ?? []),
  ];
}
