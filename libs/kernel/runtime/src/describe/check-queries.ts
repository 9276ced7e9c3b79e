import { isCubitError } from '@cubit/core';
import { type RegisteredKind, type Registry, RegistryError } from '@cubit/core/host';
import { compileFilter, parseSort } from '@cubit/records';

const context = { now: new Date(0), workspaceId: '00000000-0000-0000-0000-000000000000' };

/** Throws `RegistryError` if a declared view or tile has a filter or sort that a list of its kind would refuse. */
export function checkDeclaredQueries(registry: Registry): void {
  const views = [...registry.kinds.values()].flatMap((kind) =>
    (kind.definition.ui?.views ?? []).flatMap((view) =>
      faultsOf(`View '${view.name}' of kind '${kind.id}'`, kind, view),
    ),
  );
  const tiles = [...registry.modules.values()].flatMap(({ definition }) =>
    (definition.ui?.home ?? []).flatMap((tile) => {
      const kind = registry.kinds.get(tile.metric);
      return kind ? faultsOf(`Tile '${tile.title}' of module '${definition.name}'`, kind, tile) : [];
    }),
  );
  const faults = [...views, ...tiles];
  if (faults.length > 0) throw new RegistryError(faults);
}

interface DeclaredQuery {
  readonly filter?: string;
  readonly sort?: string;
}

function faultsOf(what: string, { shape }: RegisteredKind, { filter, sort }: DeclaredQuery): string[] {
  return [
    ...(filter === undefined
      ? []
      : refusal(`${what} has filter '${filter}'`, () => compileFilter(shape, filter, context))),
    ...(sort === undefined ? [] : refusal(`${what} is sorted by '${sort}'`, () => parseSort(shape, sort))),
  ];
}

function refusal(what: string, compile: () => unknown): string[] {
  try {
    compile();
    return [];
  } catch (error) {
    if (!isCubitError(error)) throw error;
    return [`${what}: ${error.message}`];
  }
}
