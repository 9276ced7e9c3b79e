import { type AnyConnector, filled, strictSchema } from '@cubit/core/host';
import { type ErrorDetail, type KindDefinition, type ModuleContext, validate, validationFailed } from '@cubit/core';

type Config = Readonly<Record<string, unknown>>;

/** A configuration with defaults for the values that are not set. */
export function filledConfig({ config }: Pick<AnyConnector, 'config'>, stored: Config): Config {
  return filled(config, stored) as Config;
}

/** Throws `422` if the configuration does not match the connector's schema or refers to a missing record. */
export async function requireConfig(
  connector: AnyConnector,
  stored: Config,
  context: Pick<ModuleContext, 'records'> & { readonly kinds: ReadonlyMap<string, unknown> },
): Promise<void> {
  const complete = filledConfig(connector, stored);
  const faults = validate(strictSchema(connector.config), complete, '/config');
  if (faults.length > 0) throw validationFailed(faults);
  const missing: ErrorDetail[] = [];
  for (const { field, kind } of references(connector)) {
    const id = complete[field];
    if (typeof id !== 'string') continue;
    const found =
      context.kinds.has(kind) && (await context.records.getMany({ id: kind } as KindDefinition, [id])).has(id);
    if (!found)
      missing.push({ path: `/config/${field}`, code: 'not_found', message: `The record of '${kind}' does not exist.` });
  }
  if (missing.length > 0) throw validationFailed(missing);
}

function references({ config }: Pick<AnyConnector, 'config'>) {
  return Object.entries(config.properties as Record<string, { readonly 'x-kind'?: string }>).flatMap(
    ([field, { 'x-kind': kind }]) => (kind === undefined ? [] : [{ field, kind }]),
  );
}
