import { describe, expect, it } from '@jest/globals';
import type { UiKind } from '@cubit/web-client';
import { likelyField } from './likely-field.js';

const field = (name: string, read_only = false) => ({ name, type: 'decimal', read_only, fixed: false, ui: {} });
const kind = {
  can: { update: true },
  fields: [field('available', true), field('target'), field('min_stock')],
} as unknown as UiKind;
const [available, target] = kind.fields;

describe('the field that is meant most likely', () => {
  it('is that of the active cell, if people may change it', () => {
    expect(likelyField(kind, target, 'min_stock < 5')).toBe('target');
    expect(likelyField(kind, available, 'min_stock < 5')).toBe('min_stock');
  });

  it('is the first of those that the filter names, and not what it names in a text', () => {
    expect(likelyField(kind, null, 'available < min_stock && target > 3')).toBe('target');
    expect(likelyField(kind, null, 'available < min_stock && name != "target"')).toBe('min_stock');
  });

  it('is none where nothing tells', () => {
    expect(likelyField(kind, null, '')).toBeUndefined();
    expect(likelyField(kind, undefined, 'available > 5')).toBeUndefined();
  });
});
