import { describe, expect, it } from '@jest/globals';
import type { Lifecycle, UiKind } from '@cubit/web-client';
import { fieldOfSchema, fieldsOfKind, fieldsOfSchema } from './form-field.js';

const kindWith = (lifecycle: Partial<Lifecycle>) =>
  ({
    lifecycle: { field: 'status', ...lifecycle },
    fields: [
      { name: 'status', type: 'enum', description: null, schema: { enum: ['draft', 'queued', 'done'] }, ui: {} },
      {
        name: 'approval',
        type: 'enum',
        description: null,
        schema: { enum: ['none', 'wanted', 'given'] },
        ui: { choices: ['none', 'wanted'] },
      },
    ],
  }) as unknown as UiKind;

const offered = (kind: UiKind, isNew: boolean) =>
  Object.fromEntries(fieldsOfKind(kind, isNew).map(({ name, schema }) => [name, schema.enum]));

describe('fieldsOfKind', () => {
  it('offers a new record the states that it can begin with, and the values that people choose from', () => {
    expect(offered(kindWith({ initial: ['queued', 'draft'] }), true)).toEqual({
      status: ['queued', 'draft'],
      approval: ['none', 'wanted'],
    });
  });

  it('does not ask for the one state that a new record has', () => {
    expect(offered(kindWith({ initial: ['draft'] }), true)).not.toHaveProperty('status');
  });

  it('does not ask for a state that actions alone change', () => {
    const byAction = { from: ['draft'], to: 'queued', actions: ['lab:queue'] };
    expect(offered(kindWith({ transitions: [byAction] }), false)).not.toHaveProperty('status');
    expect(offered(kindWith({ transitions: [{ ...byAction, actions: [] }] }), false)).toHaveProperty('status');
  });
});

describe('a description', () => {
  it('names other members and its own values by their titles', () => {
    const mode = { type: 'string', enum: ['by_hand', 'auto'], description: '`by_hand`: only with `qty`, in `g`.' };
    const fields = fieldsOfSchema({ type: 'object', properties: { mode, qty: { type: 'number', title: 'Quantity' } } });
    expect(fields[0]?.description).toBe('“By hand”: only with “Quantity”, in g.');
  });
});

const text = (value: string) => ({ const: value, type: 'string' });

describe('a choice between schemas', () => {
  it('is an enum where each is a text', () => {
    const field = fieldOfSchema('mode', { title: 'Mode', anyOf: [text('fast'), text('safe')] }, true);
    expect(field).toMatchObject({ type: 'enum', title: 'Mode', nullable: false, schema: { enum: ['fast', 'safe'] } });
  });

  it('may be empty where one is null', () => {
    const either = { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] };
    expect(fieldOfSchema('day', either, false)).toMatchObject({ type: 'date', nullable: true });
    const choice = { anyOf: [text('fast'), text('safe'), { type: 'null' }] };
    expect(fieldOfSchema('mode', choice, false)).toMatchObject({ type: 'enum', nullable: true });
  });

  it('is a text where each is a text or a number, and else JSON', () => {
    expect(fieldOfSchema('any', { anyOf: [{ type: 'string' }, { type: 'number' }] }, false).type).toBe('text');
    expect(fieldOfSchema('any', { anyOf: [{ type: 'string' }, { type: 'object' }] }, false).type).toBe('json');
  });
});
