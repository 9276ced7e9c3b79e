import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SEED } from '@cubit/testing';
import { Type, type TSchema } from 'typebox';
import { Field } from '../contract/field.js';
import { CubitError } from '../errors/cubit-error.js';
import { assertValid, checkOf, validate } from './validate.js';

const closed = { additionalProperties: false } as const;
const strict = <Members extends Record<string, TSchema>>(members: Members) => Type.Object(members, closed);
const part = strict({
  name: Type.String({ minLength: 1, maxLength: 3 }),
  quantity: Type.Optional(Field.decimal({ minimum: 0 })),
  tags: Type.Optional(Type.Array(Type.String(), { uniqueItems: true, maxItems: 3 })),
  category: Type.Optional(Type.Union([Type.String({ format: 'uuid' }), Type.Null()])),
  price: Type.Optional(Field.money()),
});
const faultsOf = (schema: TSchema, value: unknown) =>
  validate(schema, value).map(({ path, code }) => `${path} ${code}`);

describe('validate', () => {
  it('finds no fault in a valid value', () => {
    expect(validate(part, { name: 'abc', quantity: 0.5, tags: ['a'], category: null })).toEqual([]);
  });

  it('points at the member itself, missing and unknown ones too', () => {
    expect(faultsOf(part, { colour: 'red' })).toEqual(['/name required', '/colour unknown']);
    expect(faultsOf(strict({ 'a/b~c': Type.String() }), {})).toEqual(['/a~1b~0c required']);
  });

  it('starts every pointer with the prefix', () => {
    expect(validate(part, {}, '/operations/3/fields')[0]?.path).toBe('/operations/3/fields/name');
  });

  it('reports every fault once', () => {
    const value = { name: '', quantity: -1, tags: [1, 'a', 'a'], price: { amount: 'x', currency: 'eur' }, x: 1 };
    expect(faultsOf(part, value)).toEqual([
      '/name too_short',
      '/quantity too_small',
      '/tags/0 type',
      '/tags/2 not_unique',
      '/price/amount format',
      '/price/currency format',
      '/x unknown',
    ]);
  });

  it('knows the currencies of ISO 4217', () => {
    const currency = (code: string) => faultsOf(part, { name: 'a', price: { amount: '1', currency: code } });
    expect(['EUR', 'JPY', 'CHF'].flatMap(currency)).toEqual([]);
    for (const code of ['XXQ', 'eur', 'EURO', '', 'DEM']) expect(currency(code)).toEqual(['/price/currency format']);
  });

  it('lists at most 100 faults', () => {
    const value = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, 1]));
    expect(validate(part, value)).toHaveLength(100);
  });

  it('reports a list that is too long, and not its items', () => {
    expect(faultsOf(part, { name: 'a', tags: Array.from({ length: 400_000 }, () => 1) })).toEqual(['/tags too_many']);
  });

  it('finds the first duplicate among many equal items', () => {
    const open = Type.Array(Type.Integer(), { uniqueItems: true });
    expect(
      faultsOf(
        open,
        Array.from({ length: 200_000 }, () => 1),
      ),
    ).toEqual(['/1 not_unique']);
    expect(
      faultsOf(Type.Array(Type.Unknown(), { uniqueItems: true }), [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ]),
    ).toEqual(['/1 not_unique']);
    expect(faultsOf(Type.Array(Type.Unknown(), { uniqueItems: true }), [1, '1', true, 'true', [1], ['1']])).toEqual([]);
  });

  it('describes each fault in a sentence', () => {
    const messages = (schema: TSchema, value: unknown) => validate(schema, value).map(({ message }) => message);
    expect(messages(part, [])).toEqual(['must be an object.']);
    expect(messages(part, { name: 'abcd', quantity: 0.1234567 })).toEqual([
      'must have at most 3 characters.',
      'must have at most 6 decimals.',
    ]);
    expect(messages(Field.enum(['a', 'b']), 'c')).toEqual(['must be one of "a", "b".']);
    expect(messages(Type.Integer(), 1.5)).toEqual(['must be an integer.']);
  });

  it('counts code points, not UTF-16 units and not what people see as one letter', () => {
    const three = Type.String({ minLength: 3, maxLength: 3 });
    expect(validate(three, '😀😀😀')).toEqual([]);
    expect(faultsOf(three, '😀😀😀😀')).toEqual([' too_long']);
    expect(faultsOf(three, '😀😀')).toEqual([' too_short']);
    expect(validate(three, 'e\u0301x')).toEqual([]);
  });

  it.each([0.000001, 999999999.123457, 0.1, 1e9, -0.3])('takes %p as a decimal with six places', (value) => {
    expect(validate(Field.decimal(), value)).toEqual([]);
  });

  it.each([0.0000001, 1e-11, 1.0000001])('refuses %p as a decimal with six places', (value) => {
    expect(faultsOf(Field.decimal(), value)).toEqual([' too_precise']);
  });

  it('does not treat inherited members as present', () => {
    expect(faultsOf(strict({ constructor: Type.String() }), {})).toEqual(['/constructor required']);
    expect(validate(strict({ constructor: Type.Optional(Type.String()) }), {})).toEqual([]);
  });

  it('refuses a member named __proto__', () => {
    expect(faultsOf(part, JSON.parse('{"name":"a","__proto__":{}}'))).toEqual(['/__proto__ unknown']);
  });
});

describe('validate, of unions', () => {
  const target = Type.Union([
    strict({ type: Type.Literal('email'), to: Type.String() }),
    strict({ type: Type.Literal('webhook'), url: Type.String(), retries: Type.Integer() }),
  ]);

  it('reports the faults of the branch with the value’s type', () => {
    expect(faultsOf(part, { name: 'a', category: 'x' })).toEqual(['/category format']);
    expect(faultsOf(part, { name: 'a', category: 3 })).toEqual(['/category type']);
    expect(validate(part, { name: 'a', category: 3 })[0]?.message).toBe('must be a string or null.');
  });

  it('reports the faults of the branch that the literal member selects', () => {
    expect(faultsOf(target, { type: 'webhook', retries: 'x' })).toEqual(['/url required', '/retries type']);
  });

  it('points at a literal member that matches no branch', () => {
    expect(validate(target, { type: 'fax' })).toEqual([
      { path: '/type', code: 'enum', message: 'must be one of "email", "webhook".' },
    ]);
  });

  it('lists the values of a union of literals', () => {
    const choice = Type.Union([Type.Literal('gzip'), Type.Literal('br')]);
    expect(validate(choice, 'zip')[0]?.message).toBe('must be one of "gzip", "br".');
  });
});

describe('validate, of formats', () => {
  const fits = (format: string, text: string) => validate(Type.String({ format }), text).length === 0;

  it.each(['2026-01-31', '2024-02-29', '0001-01-01', '9999-12-31'])('takes %s as a date', (text) => {
    expect(fits('date', text)).toBe(true);
  });
  it.each(['2026-02-29', '2026-13-01', '0000-01-01', '2026-1-1', '26-01-01', '2026-01-31T00:00:00Z', '+12026-01-01'])(
    'refuses %s as a date',
    (text) => expect(fits('date', text)).toBe(false),
  );
  it.each([
    '2026-01-31T12:00:00Z',
    '2026-01-31T12:00:00.123456789+05:30',
    '2026-01-31t12:00:00z',
    '0001-01-01T00:00:00Z',
  ])('takes %s as a time', (text) => expect(fits('date-time', text)).toBe(true));
  it.each([
    '2026-01-31',
    '2026-01-31T12:00:00',
    '2026-01-31 12:00:00Z',
    '2026-02-30T12:00:00Z',
    '2026-01-31T24:00:00Z',
    '2016-12-31T23:59:60Z',
    '2026-01-31T12:00:00Z[Europe/Paris]',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
  ])('refuses %s as a time', (text) => expect(fits('date-time', text)).toBe(false));
  it('checks uuid, email and uri', () => {
    expect(fits('uuid', '0198c0de-0000-7000-8000-000000000000')).toBe(true);
    expect(fits('uuid', '0198c0de')).toBe(false);
    expect(fits('email', 'ada@example.com')).toBe(true);
    expect(fits('email', 'ada@')).toBe(false);
    expect(fits('uri', 'https://example.com/a?b=c')).toBe(true);
    expect(fits('uri', 'https://')).toBe(false);
    expect(fits('uri', 'example.com')).toBe(false);
  });
});

describe('validate and the compiled check', () => {
  const schemas: readonly TSchema[] = [
    part,
    Type.Union([strict({ a: Type.Integer() }), Type.Array(Type.Number({ multipleOf: 0.5 }))]),
    Type.Record(Type.String({ pattern: '^[a-z]$' }), Type.Number(), closed),
    Type.Intersect([Type.Object({ a: Type.String() }), Type.Object({ b: Type.Boolean() })], {
      unevaluatedProperties: false,
    }),
    { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false, minItems: 1 } as TSchema,
  ];
  const value = fc.oneof(
    fc.jsonValue(),
    fc.record(
      {
        name: fc.jsonValue(),
        quantity: fc.double(),
        tags: fc.array(fc.constantFrom('a', 'b', 1)),
        a: fc.jsonValue(),
        b: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
    fc.array(fc.oneof(fc.double(), fc.string(), fc.integer())),
  );

  it('agree on every value: a refused one has a fault, an accepted one none', () => {
    fc.assert(
      fc.property(fc.constantFrom(...schemas), value, (schema, candidate) => {
        expect(validate(schema, candidate).length === 0).toBe(checkOf(schema)(candidate));
      }),
      { numRuns: 2_000, seed: SEED },
    );
  });
});

describe('assertValid', () => {
  it('throws validation_failed with the faults', () => {
    const attempt = () => assertValid(part, { name: 1 });
    expect(attempt).toThrow(CubitError);
    expect(attempt).toThrow(expect.objectContaining({ code: 'validation_failed', status: 422 }));
  });
});
