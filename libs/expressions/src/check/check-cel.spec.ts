import { describe, expect, it } from '@jest/globals';
import { CelError } from '../language/cel-error.js';
import type { CelSchema } from '../values/cel-type.js';
import { checkCel } from './check-cel.js';

const schema: CelSchema = {
  variables: {
    quantity: { type: 'number' },
    name: { type: 'string' },
    status: { type: 'string', enum: ['open', 'done'] },
    active: { type: 'bool' },
    due: { type: 'timestamp' },
    tags: { type: { list: 'string' } },
    record: {
      type: { object: { title: { type: 'string' }, fields: { type: { object: { qty: { type: 'number' } } } } } },
    },
    extra: { type: 'json' },
    for: { type: { object: { kind: { type: 'string' }, id: { type: 'string' } } } },
    stock: { type: { object: {}, others: { type: { object: { qty: { type: 'number' } } } } } },
  },
};

function faultOf(
  expression: string,
  expected?: 'bool' | 'string' | 'number',
): Pick<CelError, 'code' | 'position' | 'message'> {
  try {
    checkCel(expression, schema, expected);
  } catch (error) {
    if (error instanceof CelError) return { code: error.code, position: error.position, message: error.message };
    throw error;
  }
  throw new Error(`"${expression}" passed.`);
}

describe('a checked expression', () => {
  it.each([
    ['quantity + 1', 'number'],
    ['1 + 1.5', 'number'],
    ['name + "x"', 'string'],
    ['due + duration("1d")', 'timestamp'],
    ['due - due', 'duration'],
    ['quantity < 5 && "smd" in tags', 'bool'],
    ['record.fields.qty', 'number'],
    ['extra.anything[0].at_all', 'json'],
    ['tags.map(t, size(t))', { list: 'number' }],
    ['stock.north.qty', 'number'],
    ['stock["north side"].qty + 1', 'number'],
    ['has(stock.north)', 'bool'],
    ['field("for").id', 'string'],
    ['has(field("for")) && field("for").kind == "lab:task"', 'bool'],
    ['tags.exists(name, field("name") == name)', 'bool'],
    ['null', 'null'],
  ])('has a type: %s', (expression, type) => {
    expect(checkCel(expression, schema).type).toEqual(type);
  });

  it('lists the declared paths that it reads, each once, without the variables of macros', () => {
    const { names } = checkCel(
      'record.fields.qty > 1 && quantity > record.fields.qty && tags.exists(t, t == name)',
      schema,
    );
    expect(names).toEqual([['record', 'fields', 'qty'], ['quantity'], ['tags'], ['name']]);
  });

  it('accepts a value of unknown shape wherever a value of any type is expected', () => {
    expect(checkCel('extra.flag', schema, 'bool').type).toBe('bool');
    expect(checkCel('extra.ids', schema, ['string', { list: 'string' }]).type).toBe('string');
  });
});

describe('an invalid expression', () => {
  it.each([
    ['', 'syntax', 0],
    ['quantity <', 'syntax', 10],
    ['quantity < 5)', 'syntax', 12],
    ['name == "abc', 'syntax', 8],
    ['name = "a"', 'syntax', 5],
    ['quantity < 5 & active', 'syntax', 13],
    ['size > #', 'syntax', 7],
    ['1.5e', 'syntax', 4],
    ['name == "\\q"', 'syntax', 9],
    ['quantty < 5', 'unknown_name', 0],
    ['record.fields.qtty > 1', 'unknown_name', 14],
    ['name.foo("a")', 'unknown_name', 5],
    ['constructor == 1', 'unknown_name', 0],
    ['record.__proto__ == null', 'unknown_name', 7],
    ['toString() == "a"', 'unknown_name', 0],
    ['quantity < "a"', 'type', 11],
    ['active < true', 'type', 0],
    ['quantity + name', 'type', 0],
    ['quantity && active', 'type', 0],
    ['active && name', 'type', 10],
    ['due < "2026-02-30"', 'type', 6],
    ['"soon" == due', 'type', 0],
    ['due in ["2026-01-01", "later"]', 'type', 22],
    ['timestamp("x") < now()', 'type', 10],
    ['due > now() - duration("1 week")', 'type', 23],
    ['status == "opne"', 'type', 10],
    ['status in ["open", "closed"]', 'type', 19],
    ['quantity in tags', 'type', 0],
    ['"a" in name', 'type', 7],
    ['[1, "a"] == [1]', 'type', 4],
    ['active ? 1 : "a"', 'type', 13],
    ['null < 5', 'type', 0],
    ['record == record', 'type', 0],
    ['tags.qty == 1', 'type', 5],
    ['stock.north == 5', 'type', 15],
    ['field("for") == "x"', 'type', 16],
    ['field("fro") == null', 'unknown_name', 0],
    ['field(name) == "x"', 'type', 0],
    ['for == "x"', 'syntax', 0],
    ['stock.north.qyt == 5', 'unknown_name', 12],
    ['stock.north.qty == "five"', 'type', 19],
    ['round(quantity, 99)', 'type', 16],
    ['name.contains(5)', 'type', 5],
    ['default(quantity, "none")', 'type', 18],
    ['has(quantity + 1)', 'type', 4],
    ['name.matches("(a+)+$")', 'unsupported', 5],
    ['matches(name, "a")', 'unsupported', 0],
    ['tags.exists(t, tags.exists(u, u == t))', 'unsupported', 20],
    ['{"a": 1} == null', 'unsupported', 0],
    ['b"a" == b"a"', 'unsupported', 0],
    ['name == "a\\u0000b"', 'unsupported', 8],
    ['name == "\ud800"', 'unsupported', 8],
    ['tags[quantity] == "a"', 'unsupported', 5],
    ['search("bolt")', 'unsupported', 0],
    ['int(quantity) == 1', 'unsupported', 0],
    ['quantity < 1e30', 'limit', 11],
    [`quantity < ${'9'.repeat(25)}`, 'limit', 11],
    ['quantity == 0.0000000000001', 'limit', 12],
  ])('is refused with its code and position: %s', (expression, code, position) => {
    expect(faultOf(expression)).toMatchObject({ code, position });
  });

  it.each([
    ['quantty < 5', 'Did you mean "quantity"?'],
    ['record.titel == "a"', 'Did you mean "title"?'],
    ['name.startswith("a")', 'Did you mean "startsWith"?'],
    ['status == "opne"', '"open", "done"'],
    ['quantity + " pieces"', 'string()'],
    ['name.matches("a")', 'contains()'],
    ['for.id == "x"', 'field("for")'],
    ['field("for") == "x"', 'It has "kind", "id".'],
    ['due < "tomorrow"', '"tomorrow" is not a time'],
  ])('has an error message with a solution: %s', (expression, hint) => {
    expect(faultOf(expression).message).toContain(hint);
  });

  it('is refused if its type is not the expected one', () => {
    expect(faultOf('quantity + 1', 'bool')).toMatchObject({ code: 'type', position: 0 });
    expect(faultOf('null', 'bool')).toMatchObject({ code: 'type' });
  });
});

describe('a hostile expression', () => {
  const long = (part: string, count: number): string => part.repeat(count).slice(0, 1_000);

  it.each([
    ['deep in parentheses', `${'('.repeat(400)}1${')'.repeat(400)} == 1`],
    ['deep in lists', `${'['.repeat(400)}${']'.repeat(400)} == null`],
    ['deep in negations', `${'!'.repeat(900)}active`],
    ['deep in minus signs', `${'-'.repeat(900)}1 == 1`],
    ['deep in conditionals', `${'active ? active : '.repeat(50)}active`],
    ['deep in members', `extra${'.a'.repeat(400)} == 1`],
    ['deep in calls', `${'abs('.repeat(150)}1${')'.repeat(150)} == 1`],
    ['long in arithmetic', `1${'+1'.repeat(400)} == 1`],
    ['long in products', `quantity${'*quantity'.repeat(100)} == 1`],
    ['long in macros', `active${' || tags.exists(t, t == name)'.repeat(20)}`],
    ['long in arguments', `min(1${',1'.repeat(200)}) == 1`],
    ['long in calls that follow each other', `name${'.lower()'.repeat(100)} == "a"`],
  ])('is refused by the limits: %s', (_, expression) => {
    expect(faultOf(expression)).toMatchObject({ code: 'limit' });
  });

  it('is refused above 1,000 code points before it is parsed', () => {
    expect(faultOf('name == "a"' + ' '.repeat(1_000))).toMatchObject({ code: 'invalid_filter', position: 1_000 });
  });

  it('may use all 1,000 characters for one flat chain', () => {
    expect(checkCel(`active${' && active'.repeat(99)}`, schema).type).toBe('bool');
    expect(checkCel(`quantity in [1${',1'.repeat(400)}]`, schema).type).toBe('bool');
  });

  it.each([
    '(',
    '[',
    '{',
    '"',
    "'",
    '!',
    '-',
    '?',
    ':',
    '.',
    ',',
    'a',
    '1',
    '\\',
    'in ',
    '==',
    '&&',
    '\0',
    '👍',
    'has(',
    'r"',
    '"""',
  ])('ends in a CelError however often it repeats %j', (part) => {
    expect(() => checkCel(long(part, 1_000), schema)).toThrow(CelError);
  });
});
