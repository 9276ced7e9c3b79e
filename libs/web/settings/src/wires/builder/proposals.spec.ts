import { describe, expect, it } from '@jest/globals';
import type { Schema } from '@cubit/web-client';
import { fieldOfSchema } from '@cubit/web-records/fields';
import type { EventField } from './event-fields.js';
import { emptiedInputs, proposedInput, withoutProposed } from './proposals.js';

const source = (expression: string, schema: Schema): EventField => ({
  ...fieldOfSchema(expression, schema, true),
  expression,
  of: 'Bottle drunk',
});
const shelf = { type: 'string', 'x-type': 'ref', 'x-kind': 'cellar:shelf' };
const bottle = { ...shelf, 'x-kind': 'cellar:bottle' };
const fields = [
  source('event.payload.bottleId', bottle),
  source('event.payload.nextBottleId', bottle),
  source('event.payload.shelfId', shelf),
  source('event.payload.glasses', { type: 'number' }),
  source('event.payload.name', { type: 'string' }),
  source('event.payload.size', { enum: ['small', 'large'] }),
  source('record.fields.shelf', shelf),
];
const input = (schema: Schema, required = true) => [fieldOfSchema('value', schema, required)];

describe('what an action needs', () => {
  it.each([
    ['a record of the only kind', input(shelf), '${event.payload.shelfId}'],
    ['a number that is the only one', input({ type: 'number' }), '${event.payload.glasses}'],
    ['one of the same options', input({ enum: ['small', 'large'] }), '${event.payload.size}'],
    ['one of other options', input({ enum: ['small', 'old'] }), undefined],
    ['a record of which there are two', input(bottle), undefined],
    ['a text, for which any would do', input({ type: 'string' }), undefined],
    ['nothing that is needed', input(shelf, false), undefined],
  ])('is proposed from the event, or not: %s', (_, inputs, value) => {
    expect(proposedInput(inputs, { input: {} }, fields)['value']).toBe(value);
  });

  it('is not proposed where something was entered, or the proposal removed', () => {
    expect(proposedInput(input(shelf), { input: { value: 'x' } }, fields)).toEqual({});
    expect(proposedInput(input(shelf), { input: {}, emptied: ['value'] }, fields)).toEqual({});
  });
});

it('a proposal is not entered with what is typed beside it; that it was removed is kept', () => {
  const proposed = { value: '${event.payload.shelfId}' };
  expect(withoutProposed({ ...proposed, note: 'a' }, proposed)).toEqual({ note: 'a' });
  expect(emptiedInputs({ value: undefined, note: 'a' }, ['other'])).toEqual(['other', 'value']);
});
