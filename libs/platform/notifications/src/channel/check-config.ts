import {
  fail,
  pointer,
  strictSchema,
  validate,
  validationFailed,
  type ErrorDetail,
  type RegisteredChannel,
  type Registry,
  type WorkspaceSchema,
} from '@cubit/core';
import { urlFault } from '../outbound/target.js';
import type { ChannelConfig } from './channel-configs.js';

/** The type of a channel, of a module that is enabled in the workspace. */
export function requireType(type: string, registry: Registry, schema: WorkspaceSchema): RegisteredChannel {
  const known = registry.channels.get(type);
  if (known && schema.modules.has(known.module)) return known;
  const types = [...registry.channels.values()].filter(({ module }) => schema.modules.has(module));
  const message = `is no type of channels here; there are ${types.map((one) => one.type).join(', ')}.`;
  throw validationFailed([{ path: '/type', code: 'unknown', message }]);
}

/** Throws unless channels of the type may be configured so. */
export function requireSoundConfig(
  { definition }: RegisteredChannel,
  config: ChannelConfig,
  options: { readonly allowInternal: boolean },
): void {
  const faults: readonly ErrorDetail[] = validate(strictSchema(definition.config), config, '/config');
  if (faults.length > 0) throw validationFailed(faults);
  const further = definition.check?.(config, { urlFault: (url) => urlFault(url, options) }) ?? [];
  if (further.length > 0)
    throw validationFailed(
      further.map(({ path, message }) => ({ path: `${pointer('', 'config')}${path}`, code: 'invalid', message })),
    );
}

/** Channels of one workspace. */
const MAX_CHANNELS = 100;

export function requireRoom(channels: number): void {
  if (channels >= MAX_CHANNELS)
    throw fail('quota_exceeded', `A workspace has ${MAX_CHANNELS} notification channels at most.`);
}
