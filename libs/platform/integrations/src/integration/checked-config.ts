import { Value } from 'typebox/value';
import {
  strictSchema,
  validate,
  validationFailed,
  type AnyConnector,
  type ErrorDetail,
  type KindDefinition,
  type ModuleContext,
} from '@cubit/core';

type Config = Readonly<Record<string, unknown>>;

/** A configuration as it holds: what was set, and the default of everything else. */
export function filledConfig({ config }: Pick<AnyConnector, 'config'>, stored: Config): Config {
  return Value.Default(config, structuredClone(stored)) as Config;
}

/** Throws `422` where the configuration does not fit the connector, or names a record that is not there. */
export async function requireConfig(
  connector: AnyConnector,
  stored: Config,
  context: Pick<ModuleContext, 'records'> & { readonly kinds: ReadonlyMap<string, unknown> },
): Promise<void> {
  const filled = filledConfig(connector, stored);
  const faults = validate(strictSchema(connector.config), filled, '/config');
  if (faults.length > 0) throw validationFailed(faults);
  const missing: ErrorDetail[] = [];
  for (const { field, kind } of references(connector)) {
    const id = filled[field];
    if (typeof id !== 'string') continue;
    const found =
      context.kinds.has(kind) && (await context.records.getMany({ id: kind } as KindDefinition, [id])).has(id);
    if (!found)
      missing.push({ path: `/config/${field}`, code: 'not_found', message: `There is no such record of '${kind}'.` });
  }
  if (missing.length > 0) throw validationFailed(missing);
}

function references({ config }: Pick<AnyConnector, 'config'>) {
  return Object.entries(config.properties as Record<string, { readonly 'x-kind'?: string }>).flatMap(
    ([field, { 'x-kind': kind }]) => (kind === undefined ? [] : [{ field, kind }]),
  );
}
