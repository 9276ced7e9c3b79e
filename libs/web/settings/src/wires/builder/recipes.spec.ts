import { expect, it } from '@jest/globals';
import type { Wire } from '../wire.js';
import { recipesOf } from './recipes.js';

const wire = (id: string, event: string, more: Partial<Wire> = {}) =>
  ({
    id,
    event,
    enabled: true,
    condition: null,
    input: {},
    blocked: null,
    default: { module: 'm', key: id },
    ...more,
  }) as Wire;

it('recipes are wires of modules: one of each module first, those that are off or write a text before others', () => {
  const wires = [
    wire('plain', 'stock.part.low'),
    wire('rich', 'stock.part.low', { condition: 'true' }),
    wire('text', 'stock.part.high', { input: { message: 'Too many: ${event.payload.name}' } }),
    wire('print', 'print.job.done', { input: { qty: '${event.payload.qty}' } }),
    wire('off', 'order.order.late', { enabled: false }),
    wire('blocked', 'other.thing.done', { blocked: { reason: 'no module' } }),
    wire('own', 'more.thing.done', { default: null }),
  ];
  expect(recipesOf(wires).map(({ id }) => id)).toEqual(['off', 'text', 'print']);
  expect(recipesOf(wires.slice(0, 3)).map(({ id }) => id)).toEqual(['text', 'rich', 'plain']);
  expect(recipesOf([])).toEqual([]);
});
