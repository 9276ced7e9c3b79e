import type { ChannelConfig } from './channel-configs.js';

/** A changed configuration in which what was sent back as it was shown, masked, is what it was. */
export function keepMasked(changed: ChannelConfig, before: ChannelConfig, shown: ChannelConfig): ChannelConfig {
  return Object.fromEntries(
    Object.entries(changed).map(([name, value]) => [name, kept(value, before[name], shown[name])]),
  );
}

function kept(value: unknown, before: unknown, shown: unknown): unknown {
  if (isObject(value) && isObject(before) && isObject(shown)) return keepMasked(value, before, shown);
  return typeof value === 'string' && value === shown ? before : value;
}

function isObject(value: unknown): value is ChannelConfig {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
