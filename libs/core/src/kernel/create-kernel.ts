import { accessRoutes, createAuthenticator } from '../access/index.js';
import { actionRoute } from '../actions/action.routes.js';
import { auditRoute } from '../audit/audit.routes.js';
import type { RouteDefinition } from '../contract/route.js';
import { describeRoutes } from '../describe/index.js';
import { eventRoutes } from '../events/event.routes.js';
import { noFiles } from '../files/file-port.js';
import { createEventRuntime } from '../events/event-runtime.js';
import { recordRoutes } from '../records/record.routes.js';
import { createRegistry } from '../registry/registry.js';
import { WorkspaceSchemas } from '../workspace/workspace-schemas.js';
import { instanceHookRoutes } from './instance-hooks.js';
import type { Capability } from './capability.js';
import { capabilityHost } from './capability-host.js';
import type { Kernel, KernelOptions } from './kernel.js';
import { moduleRoutes } from './module-routes.js';
import { noNotices } from './notice-port.js';
import { prepareDatabase } from './prepare.js';
import { createIdSource } from './id-source.js';
import type { KernelServices } from './services.js';
import { SearchFill } from '../search/search-fill.js';
import { searchRoute } from '../search/search.route.js';
import { Sweeper } from '../sweeps/sweeper.js';
import { runUpgrades } from '../upgrades/run-upgrades.js';
import { DEFAULT_RETENTION } from './retention.js';
import { Upkeep } from './upkeep.js';

/** Checks the modules, prepares the database, and puts the kernel together. Throws `RegistryError` where the modules do not fit. */
export async function createKernel(options: KernelOptions): Promise<Kernel> {
  const { database, settings, log, mailer, background = true } = options;
  const { now = () => new Date(), capabilities: factories = [] } = options;
  database.useClock(now);
  const registry = createRegistry(options.modules);
  await prepareDatabase(database, registry, factories);
  const capabilities: Capability[] = [];
  const services: KernelServices = {
    database,
    registry,
    workspaces: new WorkspaceSchemas(registry),
    settings,
    log,
    now,
    newId: createIdSource(),
    ...(mailer ? { mailer } : {}),
    // Asked when it is used: capabilities are made with these services in hand.
    get files() {
      return capabilities.find((capability) => capability.files)?.files ?? noFiles;
    },
    get notices() {
      return capabilities.find((capability) => capability.notices)?.notices ?? noNotices;
    },
  };
  const authenticator = await createAuthenticator(services);
  const events = createEventRuntime({ database, connection: database.connection, log, now });
  const retention = { ...DEFAULT_RETENTION, ...options.retention };
  const upkeep = new Upkeep({ database, log, now, retention, registry });
  const onEvents = () => events.dispatcher.wake();
  const searchFill = new SearchFill(services);
  const sweeper = new Sweeper({ services, onEvents });
  const routes: RouteDefinition[] = [];
  const all = () => routes;
  const host = capabilityHost({
    services,
    onEvents,
    routes: all,
    archiveParts: () => capabilities.flatMap(({ archive = [] }) => archive),
    settleEvents: () => events.dispatcher.settle(),
  });
  for (const factory of factories) capabilities.push(await factory.create(host));
  for (const capability of capabilities)
    events.dispatcher.use({
      onPlaced: capability.onPlaced?.bind(capability),
      afterPlaced: capability.afterPlaced?.bind(capability),
    });
  routes.push(
    ...accessRoutes(services, { ...authenticator, routes: all }),
    ...describeRoutes(services),
    auditRoute(services),
    ...eventRoutes(
      services,
      events,
      capabilities.flatMap(({ companion }) => companion ?? []),
    ),
    searchRoute(services),
    ...[...registry.kinds.values()].flatMap((kind) => recordRoutes({ services, kind, onEvents })),
    ...[...registry.actions.values()].map((action) => actionRoute({ services, onEvents }, action)),
    ...[...registry.modules.values()].flatMap((module) =>
      moduleRoutes({ services, onEvents, events, routes: all }, module),
    ),
    ...instanceHookRoutes(),
    ...capabilities.flatMap((capability) => capability.routes ?? []),
  );
  await runUpgrades(services);
  let started = false;
  return {
    registry,
    services,
    routes,
    authenticate: authenticator.authenticate,
    async ready() {
      if (!started) return false;
      return database.ping().then(
        () => true,
        () => false,
      );
    },
    async start() {
      await events.start();
      authenticator.tokenUsage.start();
      if (background) {
        upkeep.start();
        searchFill.start();
        sweeper.start();
      }
      for (const capability of capabilities) await capability.start?.();
      started = true;
    },
    sweep: () => sweeper.run(),
    async stop() {
      started = false;
      for (const capability of capabilities.toReversed()) await capability.stop?.();
      await sweeper.stop();
      await searchFill.stop();
      await upkeep.stop();
      await events.stop();
      await authenticator.tokenUsage.stop();
    },
  };
}
