import type { Device } from '../device/device.kind.js';
import type { ReadingFields } from './reading.kind.js';

/** What was last told as an event of a device's values and states. */
export interface Told {
  readonly value?: number;
  readonly code?: string;
}

type Listening = Pick<Device['fields'], 'link_mode' | 'announce' | 'min_change'>;

/**
 * Whether a reading is an event: what somebody scanned or counted always, what a device measures by itself where somebody wants to know, and then only
 * where it is another than was told last. A hundred sensors that report each second are a hundred rows a second, and nothing else.
 */
export function isWorthTelling(
  { link_mode, announce, min_change }: Listening,
  { type, value, code }: Pick<ReadingFields, 'type' | 'value' | 'code'>,
  told: Told | undefined,
): boolean {
  if (type === 'scan' || type === 'count') return true;
  if (link_mode === 'none' && !announce) return false;
  if (told === undefined || told.code !== code) return true;
  if (value === undefined || told.value === undefined) return value !== told.value;
  return value !== told.value && Math.abs(value - told.value) >= min_change;
}
