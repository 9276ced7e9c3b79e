import { expect, it } from '@jest/globals';
import { expressionOf, isTemplate, templateOf } from './templates.js';

it.each([
  ['${event.payload.qty}', true, 'event.payload.qty'],
  ['Low: ${event.payload.name}', true, null],
  ['${event.payload.a} and ${event.payload.b}', true, null],
  ['event.payload.qty', false, null],
  [12, false, null],
  [undefined, false, null],
])('%s is a template: %s, and all of it is the expression %s', (value, template, expression) => {
  expect([isTemplate(value), expressionOf(value)]).toEqual([template, expression]);
});

it('an expression is written as a template', () => {
  expect(expressionOf(templateOf('record.title'))).toBe('record.title');
});
