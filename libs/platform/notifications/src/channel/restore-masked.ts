import type { ChannelConfig } from './channel-configs.js';

/** Replaces masked values in a changed configuration by the stored values. `shown` is the configuration with masked secrets. */
export function restoreMasked(changed: ChannelConfig, before: ChannelConfig, shown: ChannelConfig): ChannelConfig {
  return Object.fromEntries(
    Object.entries(changed).map(([name, value]) => [name, restoredValue(value, before[name], shown[name])]),
  );
}

function restoredValue(value: unknown, before: unknown, shown: unknown): unknown {
  if (isObject(value) && isObject(before) && isObject(shown)) return restoreMasked(value, before, shown);
  return typeof value === 'string' && value === shown ? before : value;
}

function isObject(value: unknown): value is ChannelConfig {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
