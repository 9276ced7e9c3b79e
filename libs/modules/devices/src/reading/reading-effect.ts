import { convertQuantity } from '@cubit/units';
import type { AnyRef } from '@cubit/core';
import type { Device } from '../device/device.kind.js';
import type { Reading } from './reading.kind.js';

/** Why a reading is not applied. */
export const REASONS = [
  'lookup',
  'other_type',
  'other_unit',
  'superseded',
  'applied',
  'below_tare',
  'no_count',
] as const;
export type Reason = (typeof REASONS)[number];

/** The action that applies a reading. */
export interface ReadingEffect {
  readonly action: `inventory:${'set' | 'use_one' | 'use' | 'record_count'}`;
  readonly record: AnyRef;
  readonly input: Readonly<Record<string, unknown>>;
}

/** The action for a reading by the link mode, or the reason why there is none. Pure: the caller finds the open count. */
export function effectOf(
  mode: Device['fields']['link_mode'],
  record: AnyRef,
  { id, fields: { type, value, unit } }: Pick<Reading, 'id' | 'fields'>,
): ReadingEffect | Reason {
  const cause_key = `devices:reading:${id}:0`;
  switch (mode) {
    case 'set_stock': {
      if (type === 'count' && value !== undefined)
        return { action: 'inventory:set', record, input: { qty: value, cause_key } };
      if (type !== 'value' || value === undefined) return 'other_type';
      const grams = convertQuantity(value, { from: unit ?? 'g', to: 'g' });
      if (grams === undefined) return 'other_unit';
      if (value < 0) return 'below_tare';
      return { action: 'inventory:set', record, input: { gross_weight_g: grams, cause_key } };
    }
    case 'use':
      if (type === 'scan') return { action: 'inventory:use_one', record, input: { cause_key } };
      if (type !== 'count' || value === undefined || value <= 0) return 'other_type';
      return { action: 'inventory:use', record, input: { qty: value, happened: true, cause_key } };
    case 'count':
      if (type !== 'count' || value === undefined || value < 0) return 'other_type';
      return { action: 'inventory:record_count', record, input: { line: record.id, counted: value } };
    default:
      return 'lookup';
  }
}
