import { describe, expect, it } from '@jest/globals';
import type { Schema, UiDocument, UiKind } from '@cubit/web-client';
import { fieldOfSchema } from '@cubit/web-records/fields';
import type { DeclaredEvent } from './declared.js';
import { canFill, type EventField, eventFields, targetFields, titlesIn, wordsOf } from './event-fields.js';

const event: DeclaredEvent = {
  name: 'cellar.bottle.drunk',
  module: 'cellar',
  title: 'Bottle drunk',
  description: null,
  payload: {
    type: 'object',
    required: ['orgId', 'bottleId', 'glasses'],
    properties: {
      orgId: { type: 'string' },
      bottleId: { type: 'string', format: 'uuid' },
      nextBottleId: { type: 'string', format: 'uuid' },
      guestIds: { type: 'array', items: { type: 'string' } },
      glasses: { type: 'number' },
      drunkAt: { type: 'string', format: 'date-time' },
      changes: { type: 'object', properties: { name: { type: 'string' } } },
      lines: { type: 'array', items: { type: 'object', properties: { qty: { type: 'number' } } } },
      price: { 'x-type': 'money', title: 'Price of all' },
    },
  },
  records: [
    { key: 'bottleId', kind: 'cellar:bottle' },
    { key: 'nextBottleId', kind: 'cellar:bottle' },
  ],
  example: {},
};

const uiField = (name: string, type: string, more: object = {}) => ({
  ...{ name, title: wordsOf(name), description: null, type, schema: {}, ui: {} },
  ...{ required: false, read_only: false, fixed: false, sortable: true, custom: false },
  ...more,
});
const kind = {
  id: 'cellar:bottle',
  title: 'Bottle',
  title_field: 'name',
  fields: [
    uiField('name', 'text'),
    uiField('shelf', 'ref', { schema: { 'x-kind': 'cellar:shelf' } }),
    uiField('secret', 'text', { ui: { hidden: true } }),
    uiField('for', 'text', { expression: 'field("for")' }),
  ],
} as unknown as UiKind;

describe('the titles in a description', () => {
  it('are those of members, declared or made of their names, of events, of actions and of kinds', () => {
    const titleOf = titlesIn(
      {
        events: [{ name: 'cellar.bottle.bought', module: 'cellar', title: 'Bottle bought' }],
        actions: [{ id: 'cellar:drink', title: 'Drink' }] as unknown as UiDocument['actions'],
        kinds: [kind],
      },
      event.payload,
    );
    const names = ['price', 'drunkAt', 'cellar.bottle.bought', 'cellar:drink', 'cellar:bottle', 'ml', 'toString'];
    expect(names.map(titleOf)).toEqual([
      ...['Price of all', 'Drunk at', 'Bottle bought', 'Drink', 'Bottle'],
      ...[undefined, undefined],
    ]);
  });
});

const fields = eventFields(event, kind, (id) => (id === 'cellar:bottle' ? 'Bottle' : undefined));
const byExpression = (expression: string): EventField => {
  const found = fields.find((field) => field.expression === expression);
  if (!found) throw new Error(`There is no ${expression}.`);
  return found;
};

describe('the fields of an event', () => {
  it('are those of its payload and of the record concerned, with titles and where they are from', () => {
    expect(fields.map(({ expression, title, type, of }) => [expression, title, type, of])).toEqual([
      ['event.payload.bottleId', 'Bottle', 'ref', 'Bottle drunk'],
      ['event.payload.nextBottleId', 'Next bottle', 'ref', 'Bottle drunk'],
      ['event.payload.guestIds', 'Guests', 'array', 'Bottle drunk'],
      ['event.payload.glasses', 'Glasses', 'decimal', 'Bottle drunk'],
      ['event.payload.drunkAt', 'Drunk at', 'datetime', 'Bottle drunk'],
      ['event.payload.price', 'Price of all', 'money', 'Bottle drunk'],
      ['event.occurred_at', 'Time of the event', 'datetime', 'Bottle drunk'],
      ['event.actor.id', 'Caused by', 'user', 'Bottle drunk'],
      ['event.name', 'Name of the event', 'text', 'Bottle drunk'],
      ['record.fields.name', 'Name', 'text', 'Bottle'],
      ['record.fields.shelf', 'Shelf', 'ref', 'Bottle'],
    ]);
  });

  it('have the title of the field of the record concerned that is called like them', () => {
    const counted = { ...kind, fields: [uiField('drunk_at', 'datetime', { title: 'Emptied' })] } as unknown as UiKind;
    expect(eventFields(event, counted, () => undefined).find(({ name }) => name === 'drunkAt')?.title).toBe('Emptied');
  });

  it('name the record itself where its kind has no title field', () => {
    const untitled = eventFields(event, { ...kind, title_field: null }, () => undefined);
    expect(untitled.map(({ expression }) => expression)).toContain('record.title');
    expect(untitled[0]?.title).toBe('Bottle');
  });
});

describe('what an action runs on', () => {
  it('is a record of its kinds, or of any', () => {
    const expressions = (kinds: readonly string[] | null) =>
      targetFields(fields, kinds).map((field) => field.expression);
    expect(expressions(['cellar:bottle'])).toEqual(['event.payload.bottleId', 'event.payload.nextBottleId']);
    expect(expressions(['cellar:shelf'])).toEqual(['record.fields.shelf']);
    expect(expressions(null)).toHaveLength(3);
    expect(expressions([])).toEqual([]);
  });
});

describe('a field of an input', () => {
  const input = (schema: Schema) => fieldOfSchema('value', schema, true);
  const bottle = { 'x-kind': 'cellar:bottle', type: 'string' };

  it.each([
    ['a number by a number', input({ type: 'number' }), 'event.payload.glasses', true],
    ['a number by a text', input({ type: 'number' }), 'record.fields.name', false],
    ['a text by a number', input({ type: 'string' }), 'event.payload.glasses', true],
    ['a text by a list', input({ type: 'string' }), 'event.payload.guestIds', false],
    ['a record by one of its kind', input(bottle), 'event.payload.bottleId', true],
    ['a record by one of another kind', input(bottle), 'record.fields.shelf', false],
    ['texts by a list', input({ type: 'array', items: { type: 'string' } }), 'event.payload.guestIds', true],
    ['texts by a text', input({ type: 'array', items: { type: 'string' } }), 'record.fields.name', false],
    [
      'members by plain ids',
      input({ type: 'array', items: { type: 'string' }, 'x-type': 'users' }),
      'event.payload.guestIds',
      true,
    ],
    ['a time by a time', input({ type: 'string', format: 'date-time' }), 'event.occurred_at', true],
  ])('is filled in, or not: %s', (_, field, expression, fits) => {
    expect(canFill(field, byExpression(expression))).toBe(fits);
  });
});

it.each([
  ['partId', 'Part'],
  ['userIds', 'Users'],
  ['linkedTaskId', 'Linked task'],
  ['dueOn', 'Due on'],
  ['min_stock', 'Min stock'],
])('%s is called %s', (name, words) => {
  expect(wordsOf(name)).toBe(words);
});
