import { expect, it } from '@jest/globals';
import { expressionOf, isMixed, isTemplate, literalOf, templateOf } from './templates.js';

it.each([
  ['${event.payload.qty}', true, 'event.payload.qty'],
  ['Low: ${event.payload.name}', true, null],
  ['${event.payload.a} and ${event.payload.b}', true, null],
  ['event.payload.qty', false, null],
  ['Costs $${event.payload.qty}', false, null],
  ['$${', false, null],
  ['$${a} ${event.payload.b}', true, null],
  [12, false, null],
  [undefined, false, null],
])('%s is a template: %s, and all of it is the expression %s', (value, template, expression) => {
  expect([isTemplate(value), expressionOf(value)]).toEqual([template, expression]);
});

it.each([
  ['${event.payload.qty}', false],
  ['Low: ${event.payload.name}', true],
  ['$${', true],
  ['plain', false],
  [5, false],
])('%j has a sign for an expression in a text: %s', (value, mixed) => {
  expect(isMixed(value)).toBe(mixed);
});

it('a literal sign is shown as it is sent', () => {
  expect(literalOf('$${a} costs $$${5}')).toBe('${a} costs $${5}');
});

it('an expression is written as a template', () => {
  expect(expressionOf(templateOf('record.title'))).toBe('record.title');
});
