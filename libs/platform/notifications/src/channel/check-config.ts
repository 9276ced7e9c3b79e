import { type ErrorDetail, fail, pointer, validate, validationFailed } from '@cubit/core';
import { type RegisteredChannel, type Registry, strictSchema, type WorkspaceSchema } from '@cubit/core/host';
import { urlFault } from '../outbound/target.js';
import type { ChannelConfig } from './channel-configs.js';

/** The channel type, if its module is enabled in the workspace. Throws `422` otherwise. */
export function requireType(type: string, registry: Registry, schema: WorkspaceSchema): RegisteredChannel {
  const known = registry.channels.get(type);
  if (known && schema.modules.has(known.module)) return known;
  const types = [...registry.channels.values()].filter(({ module }) => schema.modules.has(module));
  const message = `is not a channel type of this workspace; use one of ${types.map((one) => one.type).join(', ')}.`;
  throw validationFailed([{ path: '/type', code: 'unknown', message }]);
}

/** Throws `422` if the configuration is not valid for the channel type. */
export function requireValidConfig(
  { definition }: RegisteredChannel,
  config: ChannelConfig,
  options: { readonly allowInternal: boolean },
): void {
  const faults: readonly ErrorDetail[] = validate(strictSchema(definition.config), config, '/config');
  if (faults.length > 0) throw validationFailed(faults);
  const configFaults = definition.check?.(config, { urlFault: (url) => urlFault(url, options) }) ?? [];
  if (configFaults.length > 0)
    throw validationFailed(
      configFaults.map(({ path, message }) => ({ path: `${pointer('', 'config')}${path}`, code: 'invalid', message })),
    );
}

/** Maximum number of channels of a workspace. */
const MAX_CHANNELS = 100;

export function requireChannelQuota(channels: number): void {
  if (channels >= MAX_CHANNELS)
    throw fail('quota_exceeded', `A workspace can have at most ${MAX_CHANNELS} notification channels.`);
}
