import { isCubitError } from '@cubit/core';
import { type Registry, RegistryError } from '@cubit/core/host';
import { fieldName } from '@cubit/expressions';
import { compileFilter, parseSort } from '@cubit/records';
import { referenceFilter } from '@cubit/web-contract';

const context = { now: new Date(0), workspaceId: '00000000-0000-0000-0000-000000000000' };

/** Throws `RegistryError` if a view, tile, panel, fact or prefilled row has a filter or sort that a list of its kind would refuse. */
export function checkDeclaredQueries(registry: Registry): void {
  const kinds = [...registry.kinds.values()].flatMap(({ id, definition }) => [
    ...(definition.ui?.views ?? []).map((view) => ({ what: `View '${view.name}' of kind '${id}'`, kind: id, ...view })),
    ...(definition.ui?.panels ?? []).map((panel) => ({ what: `Panel '${panel.title}' of kind '${id}'`, ...panel })),
    ...(definition.ui?.facts ?? []).flatMap((fact) =>
      typeof fact === 'object' && 'kind' in fact ? [{ what: `Fact '${fact.title}' of kind '${id}'`, ...fact }] : [],
    ),
  ]);
  const tiles = [...registry.modules.values()].flatMap(({ definition: { name, ui = {} } }) =>
    (ui.home ?? []).map(({ rows, ...tile }) => ({
      ...{ what: `Tile '${tile.title}' of module '${name}'`, kind: tile.metric, sort: rows?.sort },
      ...tile,
    })),
  );
  const rows = [...registry.actions.values()].flatMap(({ id, definition }) =>
    Object.entries(definition.ui?.prefill ?? {}).flatMap(([name, given]) =>
      typeof given === 'object' && given !== null && 'rows' in given
        ? [{ what: `The hint for '${name}' of action '${id}'`, kind: given.rows, ...given }]
        : [],
    ),
  );
  const faults = [...kinds, ...tiles, ...rows].flatMap((declared) => faultsOf(declared, registry));
  if (faults.length > 0) throw new RegistryError(faults);
}

interface DeclaredQuery {
  readonly what: string;
  readonly kind: string;
  readonly filter?: string;
  readonly sort?: string | undefined;
  /** The field that names the record beside which the list is shown. */
  readonly by?: string;
}

function faultsOf({ what, kind, filter, sort, by }: DeclaredQuery, { kinds }: Registry): string[] {
  const shape = kinds.get(kind)?.shape;
  if (!shape) return [];
  const named = by === undefined ? undefined : shape.fields.get(by);
  const asked = named && referenceFilter({ ...named, expression: fieldName(named.name) }, context.workspaceId);
  return [
    ...[filter, asked].flatMap((text) =>
      text === undefined ? [] : refusal(`${what} has filter '${text}'`, () => compileFilter(shape, text, context)),
    ),
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
