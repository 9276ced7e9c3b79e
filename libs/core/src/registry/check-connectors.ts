import type { AnyConnector } from '../contract/connector.js';
import type { ModuleDefinition } from '../contract/module.js';

const CONNECTOR_ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

interface DeclaredNames {
  readonly modules: ReadonlySet<string>;
  readonly kinds: ReadonlyMap<string, string>;
  readonly events: ReadonlyMap<string, string>;
}

/** Faults of a module's connectors. */
export function checkConnectors({ name, connectors = [] }: ModuleDefinition, known: DeclaredNames): string[] {
  return connectors.flatMap((connector) => [
    ...(CONNECTOR_ID.test(connector.id)
      ? []
      : [`Module '${name}' declares connector '${connector.id}'; name it in lower-case letters, digits and dashes.`]),
    ...connector.events
      .filter((event) => known.events.get(event.name) !== name)
      .map(
        (event) =>
          `Connector '${connector.id}' emits event '${event.name}', which module '${name}' does not declare; add it to its events.`,
      ),
    ...configFaults(connector, known),
  ]);
}

function configFaults({ id, config }: AnyConnector, known: DeclaredNames): string[] {
  const fields = config.properties as Record<string, { readonly 'x-kind'?: string }>;
  return Object.entries(fields).flatMap(([field, { 'x-kind': kind }]) => {
    const owner = kind?.split(':')[0] ?? '';
    if (kind === undefined || !known.modules.has(owner) || known.kinds.has(kind)) return [];
    return [
      `Field '${field}' of the configuration of connector '${id}' refers to kind '${kind}', which module '${owner}' does not declare; correct the name.`,
    ];
  });
}
