import type { ModuleDefinition } from '../contract/module.js';
import { type CheckedModules, checkModules } from './check-modules.js';
import { READ_SCOPE } from './read-scope.js';
import { registerAction, registerEvent, registerKind, registerSweeps, registerUpgrades, treesOf } from './register.js';
import type {
  RegisteredAction,
  RegisteredChannel,
  RegisteredConnector,
  RegisteredEvent,
  RegisteredJob,
  RegisteredKind,
  RegisteredModule,
  RegisteredScope,
  RegisteredSweep,
  RegisteredUpgrade,
} from './registered.js';

/** All installed modules and their declarations, by name. Created once at startup and immutable. */
export interface Registry {
  readonly modules: ReadonlyMap<string, RegisteredModule>;
  readonly kinds: ReadonlyMap<string, RegisteredKind>;
  readonly actions: ReadonlyMap<string, RegisteredAction>;
  readonly events: ReadonlyMap<string, RegisteredEvent>;
  readonly jobs: ReadonlyMap<string, RegisteredJob>;
  readonly scopes: ReadonlyMap<string, RegisteredScope>;
  readonly connectors: ReadonlyMap<string, RegisteredConnector>;
  readonly sweeps: readonly RegisteredSweep[];
  /** In execution order. */
  readonly upgrades: readonly RegisteredUpgrade[];
  readonly channels: ReadonlyMap<string, RegisteredChannel>;
}

/** The installed modules are inconsistent. The message has one line per fault, which names both parties and a remedy. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The installed modules do not fit together:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

/** Throws a `RegistryError` with all faults of the modules; of `checked` ones, without those of their schemas and examples. */
export function createRegistry(definitions: readonly ModuleDefinition[], checked?: CheckedModules): Registry {
  const faults = checkModules(definitions, checked);
  if (faults.length > 0) throw new RegistryError(faults);
  const trees = treesOf(definitions);
  const modules = definitions.map((definition): RegisteredModule => {
    const { name } = definition;
    return {
      definition,
      name,
      kinds: (definition.kinds ?? []).map((kind) => registerKind(name, kind, trees)),
      actions: (definition.actions ?? []).map((action) => registerAction(name, action)),
      events: (definition.events ?? []).map((event) => registerEvent(name, event)),
    };
  });
  const scopes = [
    { definition: READ_SCOPE, module: null },
    ...modules.flatMap((module) =>
      (module.definition.scopes ?? []).map((definition): RegisteredScope => ({ definition, module: module.name })),
    ),
  ];
  const connectors = modules.flatMap((module) =>
    (module.definition.connectors ?? []).map((definition): RegisteredConnector => {
      return { definition, id: definition.id, module: module.name };
    }),
  );
  const jobs = modules.flatMap(({ name, definition }) =>
    (definition.jobs ?? []).map((job): RegisteredJob => ({ definition: job, id: job.id, module: name })),
  );
  const channels = modules.flatMap((module) =>
    (module.definition.channels ?? []).map((definition): RegisteredChannel => {
      return { definition, type: definition.type, module: module.name };
    }),
  );
  const kinds = new Map(modules.flatMap((module) => module.kinds).map((kind) => [kind.id, kind]));
  return {
    modules: new Map(modules.map((module) => [module.name, module])),
    kinds,
    actions: new Map(modules.flatMap((module) => module.actions).map((action) => [action.id, action])),
    events: new Map(modules.flatMap((module) => module.events).map((event) => [event.name, event])),
    jobs: new Map(jobs.map((job) => [job.id, job])),
    scopes: new Map(scopes.map((scope) => [scope.definition.id, scope])),
    connectors: new Map(connectors.map((connector) => [connector.id, connector])),
    sweeps: modules.flatMap(registerSweeps),
    upgrades: registerUpgrades(modules, kinds),
    channels: new Map(channels.map((channel) => [channel.type, channel])),
  };
}
