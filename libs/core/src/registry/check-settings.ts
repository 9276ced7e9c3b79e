import type { TObject } from 'typebox';
import type { AnyKind, AnyAction, ModuleDefinition } from '../contract/module.js';
import { pointer } from '../validation/pointer.js';
import { isSecret } from './module-settings.js';

interface Reader {
  readonly settings?: TObject;
}

/** Faults of the `settings` that declarations of a module name, and of secrets outside of the settings. */
export function checkSettings(module: ModuleDefinition): string[] {
  return [...readerFaults(module), ...secretFaults(module)];
}

/** The types of settings hold for the schema of the module alone. */
function readerFaults(module: ModuleDefinition): string[] {
  const {
    name,
    kinds = [],
    actions = [],
    sweeps = [],
    subscriptions = [],
    connectors = [],
    routes = [],
    jobs = [],
  } = module;
  const readers: readonly (readonly [what: string, reader: Reader])[] = [
    ...kinds.map((kind) => [`Kind '${kind.id}'`, kind] as const),
    ...actions.map((action) => [`Action '${action.id}'`, action] as const),
    ...sweeps.map((sweep) => [`Sweep '${sweep.id}' of module '${name}'`, sweep] as const),
    ...subscriptions.map((one) => [`Subscription '${one.id}' of module '${name}'`, one] as const),
    ...connectors.map((connector) => [`Connector '${connector.id}' of module '${name}'`, connector] as const),
    ...routes.map((route) => [`Route '${route.operationId}' of module '${name}'`, route] as const),
    ...jobs.map((job) => [`Job '${job.id}'`, job] as const),
  ];
  return readers
    .filter(([, { settings }]) => settings !== undefined && settings !== module.settings)
    .map(
      ([what]) =>
        `${what} names \`settings\` that are not those of module '${name}'; name the value that the module has as \`settings\`.`,
    );
}

/** What is stored, answered or emitted elsewhere is not encrypted. */
function secretFaults(module: ModuleDefinition): string[] {
  const {
    name,
    kinds = [],
    actions = [],
    events = [],
    connectors = [],
    channels = [],
    routes = [],
    jobs = [],
    settings,
  } = module;
  const schemas: readonly (readonly [what: string, schema: unknown])[] = [
    ...(kinds as readonly AnyKind[]).map(({ id, fields }) => [`The fields of kind '${id}'`, fields] as const),
    ...(actions as readonly AnyAction[]).flatMap(({ id, input, output }) => [
      [`The input of action '${id}'`, input] as const,
      [`The output of action '${id}'`, output] as const,
    ]),
    ...events.map((event) => [`The payload of event '${event.name}'`, event.payload] as const),
    ...jobs.map(({ id, input }) => [`The input of job '${id}'`, input] as const),
    ...connectors.map(({ id, config }) => [`The configuration of connector '${id}'`, config] as const),
    ...channels.map(({ type, config }) => [`The configuration of channel '${type}'`, config] as const),
    ...routes.map(({ settings: _, ...route }) => [`The schemas of route '${route.operationId}'`, route] as const),
  ];
  const misplaced = schemas.flatMap(([what, schema]) => secretsIn(schema).map((path) => ({ what, path })));
  const nested = Object.entries(settings?.properties ?? {}).flatMap(([member, schema]) =>
    isSecret(schema) ? [] : secretsIn(schema, pointer('/properties', member)),
  );
  return [...misplaced, ...nested.map((path) => ({ what: `The settings of module '${name}'`, path }))].map(
    ({ what, path }) =>
      `${what} have a secret at '${path}'; make it a member of the settings of module '${name}' itself, or use Field.text().`,
  );
}

/** The paths of secrets in a value that contains schemas. */
function secretsIn(value: unknown, path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (isSecret(value)) return [path];
  return Object.entries(value).flatMap(([key, member]) => secretsIn(member, pointer(path, key)));
}
