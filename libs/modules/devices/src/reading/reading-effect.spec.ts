import { describe, expect, it } from '@jest/globals';
import { effectOf } from './reading-effect.js';
import type { ReadingFields } from './reading.kind.js';

const record = { kind: 'inventory:stock_item', id: '0192f0c1-2d3e-7000-8000-000000000004' };
const of = (fields: Partial<ReadingFields>) => ({
  id: 'r',
  fields: { device: 'd', type: 'value', at: '2026-01-02T03:04:05.678Z', ...fields } as ReadingFields,
});
const cause_key = 'devices:reading:r:0';

describe('the effect of a reading', () => {
  it('is to set the stock by weight, in grams whatever the unit of the scale', () => {
    const grams = (value: number, unit?: string) => {
      const effect = effectOf('set_stock', record, of({ value, ...(unit === undefined ? {} : { unit }) }));
      return typeof effect === 'string' ? effect : effect.input['gross_weight_g'];
    };
    expect([grams(742.5), grams(0.7425, 'kg'), grams(5, 'mg'), grams(1, ' LB '), grams(2, 'oz')]).toEqual([
      742.5, 742.5, 0.005, 453.59237, 56.699046,
    ]);
    expect([grams(20, '°C'), grams(-3)]).toEqual(['other_unit', 'below_tare']);
    expect(effectOf('set_stock', record, of({ type: 'count', value: 42 }))).toEqual({
      action: 'inventory:set',
      record,
      input: { qty: 42, cause_key },
    });
    expect(effectOf('set_stock', record, of({ type: 'scan', code: 'B-17' }))).toBe('other_type');
  });

  it('is to use one for each scan, and the counted quantity for a count', () => {
    const scanned = effectOf('use', record, of({ type: 'scan', code: 'B-17' }));
    expect(scanned).toEqual({ action: 'inventory:use_one', record, input: { cause_key } });
    expect(effectOf('use', record, of({ type: 'count', value: 3 }))).toMatchObject({
      action: 'inventory:use',
      input: { qty: 3, happened: true },
    });
    expect(['value', 'state'].map((type) => effectOf('use', record, of({ type: type as 'value', value: 3 })))).toEqual([
      'other_type',
      'other_type',
    ]);
    expect(effectOf('use', record, of({ type: 'count', value: 0 }))).toBe('other_type');
  });

  it('is to record a count; none in mode `lookup`', () => {
    expect(effectOf('count', record, of({ type: 'count', value: 7 }))).toEqual({
      action: 'inventory:record_count',
      record,
      input: { line: record.id, counted: 7 },
    });
    expect(effectOf('count', record, of({ value: 7 }))).toBe('other_type');
    expect(effectOf('lookup', record, of({ type: 'scan', code: 'B-17' }))).toBe('lookup');
  });
});
