import { describe, expect, it } from '@jest/globals';
import type { Schema, UiAction } from '@cubit/web-client';
import { needsForm } from './needs-form.js';

const reason = { type: 'string', 'x-type': 'text' } as const;

const asks = (input: Schema, ui: UiAction['ui'] = {}) => needsForm({ input, ui } as unknown as UiAction);

describe('needsForm', () => {
  it('runs at once what can be told a remark or a switch alone', () => {
    expect(asks({})).toBe(false);
    expect(asks({ properties: { reason, force: { type: 'boolean', 'x-type': 'boolean' } } })).toBe(false);
  });

  it.each<[string, Schema, UiAction['ui']]>([
    ['a required member', { properties: { reason }, required: ['reason'] }, {}],
    ['a switch that is on', { properties: { on: { type: 'boolean', 'x-type': 'boolean', default: true } } }, {}],
    ['a quantity', { properties: { qty: { type: 'number', 'x-type': 'decimal' } } }, {}],
    ['rows', { properties: { lines: { type: 'array', items: { properties: { reason } } } } }, {}],
    ['the reason of a dangerous action', { properties: { reason } }, { tone: 'danger' }],
    ['a question', {}, { confirm: 'Sure?' }],
  ])('asks for %s', (_, input, ui) => {
    expect(asks(input, ui)).toBe(true);
  });
});
