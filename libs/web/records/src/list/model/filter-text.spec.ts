import { describe, expect, it } from '@jest/globals';
import { conditionText, faultPosition, filterParts, joinFilter, jointOf } from './filter-text.js';

describe('filterParts', () => {
  it('reads what the builder writes', () => {
    const text = 'status == "active" && lower(name).contains("m3 && x") && !has(image) && "smd" in tags && stock >= 5';

    expect(filterParts(text)).toMatchObject([
      { field: 'status', operator: 'is', value: 'active' },
      { field: 'name', operator: 'contains', value: 'm3 && x' },
      { field: 'image', operator: 'empty' },
      { field: 'tags', operator: 'has', value: 'smd' },
      { field: 'stock', operator: 'at least', value: '5' },
    ]);
  });

  it('reads fields whose name is a word of the language', () => {
    expect(filterParts('field("package") == "0603" && !has(field("for")) && "a" in field("in")')).toMatchObject([
      { field: 'package', operator: 'is', value: '0603' },
      { field: 'for', operator: 'empty' },
      { field: 'in', operator: 'has', value: 'a' },
    ]);
  });

  it('keeps an alternative as one part', () => {
    expect(filterParts('a == 1 || b == 2 && c')).toEqual([{ text: 'a == 1 || b == 2 && c' }]);
  });

  it('takes alternatives apart where it is asked to', () => {
    expect(filterParts('a == 1 || b == 2 && c || "x || y" in d', 'any')).toMatchObject([
      { field: 'a' },
      { text: 'b == 2 && c' },
      { field: 'd', value: 'x || y' },
    ]);
    expect(filterParts('a ? b || c : d', 'any')).toEqual([{ text: 'a ? b || c : d' }]);
  });

  it('keeps brackets together', () => {
    expect(filterParts('(a || b) && c == 1')).toMatchObject([{ text: '(a || b)' }, { field: 'c' }]);
  });
});

describe('joinFilter', () => {
  it('brackets alternatives', () => {
    expect(joinFilter(['a || b', '', 'c == 1'])).toBe('(a || b) && c == 1');
  });

  it('joins alternatives, with brackets around a choice alone', () => {
    expect(joinFilter(['a', undefined, 'b && c', 'd ? e : f'], 'any')).toBe('a || b && c || (d ? e : f)');
  });

  it('needs no brackets for signs in quotes', () => {
    expect(joinFilter(['a == "x || y?"', 'b'])).toBe('a == "x || y?" && b');
  });

  it('leaves a single part as it is', () => {
    expect(joinFilter([undefined, 'a || b'])).toBe('a || b');
  });
});

it.each([
  ['a && b', 'all'],
  ['a', 'all'],
  ['', 'all'],
  ['(a || b) && c', 'all'],
  ['a || b', 'any'],
  ['a && b || c', 'any'],
  ['a ? b || c : d', 'all'],
])('the parts of %j are joined as %s', (text, joint) => {
  expect(jointOf(text)).toBe(joint);
});

describe('conditionText', () => {
  it.each([
    [{ name: 'qty', type: 'decimal' }, 'below', '5', 'qty < 5'],
    [{ name: 'price', type: 'money' }, 'above', '2.5', 'price.amount > 2.5'],
    [{ name: 'due', type: 'date' }, 'below', '2026-01-31', 'due < "2026-01-31"'],
    [{ name: 'in', type: 'text', expression: 'field("in")' }, 'is', 'a', 'field("in") == "a"'],
    [{ name: 'name', type: 'text' }, 'is', 'a "b"', String.raw`name == "a \"b\""`],
  ] as const)('writes a condition of %j', (field, operator, value, text) => {
    expect(conditionText(field, operator, value)).toBe(text);
  });
});

it('finds the position of a fault in the words of the server', () => {
  expect(faultPosition('"bar" is not expected here. (at position 4)')).toBe(4);
});
