import { describe, expect, it } from '@jest/globals';
import { checkCel } from '../check/check-cel.js';
import type { CelSchema } from '../values/cel-type.js';
import { MAX_LIST_ITEMS } from '../values/limits.js';
import { explainCel } from './explain-cel.js';

const schema: CelSchema = {
  variables: {
    a: { type: 'number' },
    b: { type: 'bool' },
    names: { type: { list: 'string' } },
    of: { type: { object: { text: { type: 'string' } } } },
  },
};
const now = new Date('2026-02-10T12:00:00.000Z');

function explain(condition: string, values: Record<string, unknown> = {}) {
  return explainCel(checkCel(condition, schema, 'bool'), values, { now });
}

/** `[text, value]`, indented by depth. */
function outline(condition: string, values: Record<string, unknown> = {}) {
  return explain(condition, values).map(({ text, depth, value }) => `${'  '.repeat(depth)}${text}: ${value}`);
}

describe('a condition taken apart', () => {
  it('has one part without operators, with what it reads', () => {
    expect(explain('a > 2', { a: '3.50' })).toEqual([
      { text: 'a > 2', depth: 0, operator: null, value: true, error: null, reads: [{ path: 'a', value: '3.50' }] },
    ]);
  });

  it('has the parts that its operators join, in the order of the text', () => {
    expect(outline('a > 2 && (b || !(of.text == "x")) && has(a)', { a: 3, b: false, of: { text: 'x' } })).toEqual([
      'a > 2 && (b || !(of.text == "x")) && has(a): false',
      '  a > 2: true',
      '  b || !(of.text == "x"): false',
      '    b: false',
      '    !(of.text == "x"): false',
      '      of.text == "x": true',
      '  has(a): true',
    ]);
  });

  it('evaluates the parts that the whole does not need', () => {
    expect(outline('a > 5 && a > 1', { a: 3 })).toEqual(['a > 5 && a > 1: false', '  a > 5: false', '  a > 1: true']);
  });

  it.each([
    ['(a + 1) > (a - 1)', '(a + 1) > (a - 1)'],
    ['( a > 1 )', 'a > 1'],
    ['!( b )', '!( b )'],
    ['of.text == ")("', 'of.text == ")("'],
    ['names.exists(n, n == "x" && n != "y")', 'names.exists(n, n == "x" && n != "y")'],
    ['names.exists(n, (n == "x") )', 'names.exists(n, (n == "x") )'],
  ])('gives the text of %s with the brackets that belong to it', (condition, text) => {
    expect(explain(condition)[0]?.text).toBe(text);
  });

  it('reads null where there is no value, and each path once', () => {
    expect(explain('of.text != "a" && of.text != "b"').map(({ reads }) => reads)).toEqual([
      [],
      [{ path: 'of.text', value: null }],
      [{ path: 'of.text', value: null }],
    ]);
  });

  it('says which part exceeds a limit', () => {
    const names = Array.from({ length: MAX_LIST_ITEMS + 1 }, (_, index) => String(index));
    const [whole, first, second] = explain('a > 1 && "x" in names', { a: 3, names });
    expect([whole?.value, first?.value, second?.value]).toEqual([null, true, null]);
    expect(second?.error).toContain('items');
  });
});
