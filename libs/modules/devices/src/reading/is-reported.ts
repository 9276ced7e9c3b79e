import type { Device } from '../device/device.kind.js';
import type { ReadingFields } from './reading.kind.js';

/** The value or state of a device that was last emitted as an event. */
export interface ReportedValue {
  readonly value?: number;
  readonly code?: string;
}

type ReportSettings = Pick<Device['fields'], 'link_mode' | 'announce' | 'min_change'>;

/**
 * Whether a reading is emitted as an event. Scans and counts always are. Values and states are only for devices that are linked or announce, and
 * only if they differ from what was emitted last: a hundred sensors that report each second must not emit a hundred events a second.
 */
export function isReported(
  { link_mode, announce, min_change }: ReportSettings,
  { type, value, code }: Pick<ReadingFields, 'type' | 'value' | 'code'>,
  reported: ReportedValue | undefined,
): boolean {
  if (type === 'scan' || type === 'count') return true;
  if (link_mode === 'none' && !announce) return false;
  if (reported === undefined || reported.code !== code) return true;
  if (value === undefined || reported.value === undefined) return value !== reported.value;
  return value !== reported.value && Math.abs(value - reported.value) >= min_change;
}
