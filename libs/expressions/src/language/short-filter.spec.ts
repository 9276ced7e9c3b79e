import { describe, expect, it } from '@jest/globals';
import type { CelSchema } from '../values/cel-type.js';
import { shortFilter } from './short-filter.js';

const schema: CelSchema = {
  variables: {
    title: { type: 'string' },
    qty: { type: 'number' },
    weight: { type: 'number', unit: 'g' },
    reach: { type: 'number', unit: 'mm' },
    active: { type: 'bool' },
    package: { type: 'string' },
  },
};

describe('a short filter', () => {
  it.each([
    ['weight >= 2.5 kg', 'weight >= 2500'],
    ['weight >= 2k', 'weight >= 2000'],
    ['reach = 2m', 'reach == 2000'],
    ['reach ≤ 1 inch', 'reach <= 25.4'],
    ['qty < 5', 'qty < 5'],
    ['package = 0603', 'field("package") == "0603"'],
    ['qty < 5 pcs && active = true', 'qty < 5 && active == true'],
  ])('converts to the unit of a field: %s', (text, expression) => {
    expect(shortFilter(text, schema)).toBe(expression);
  });

  it.each([
    ['bolt', '(search("bolt") || (lower(title).contains(lower("bolt"))))'],
    ['m3 bolt', '(search("m3 bolt") || (lower(title).contains(lower("m3")) && lower(title).contains(lower("bolt"))))'],
    ['"hex bolt" -m3 qty > 5', 'search("\\"hex bolt\\" -m3") && qty > 5'],
    ['bolt or nut', 'search("bolt or nut")'],
    ['!"bolt" nut=1', '! search("\\"bolt\\"") && param("nut") == quantity("1")'],
    [
      '"bolt" !"nut" ("m3" || "m4")',
      'search("\\"bolt\\"") && ! search("\\"nut\\"") && ( search("\\"m3\\"") || search("\\"m4\\"") )',
    ],
    ['!bolt nut', /^! \(search\("bolt"\) .*\) && \(search\("nut"\)/u],
    ['(bolt || nut) qty < 5', /^\( \(search\("bolt"\).*\|\| \(search\("nut"\).*\) && qty < 5$/u],
  ])('searches for words: %s', (text, expression) => {
    const searched = { variables: { ...schema.variables, parameters: { type: 'json' } } } as const;
    expect(shortFilter(text, searched)).toEqual(
      typeof expression === 'string' ? expression : expect.stringMatching(expression),
    );
  });

  it.each([
    ['weight >= 5 V', 'Write this number in g.', 10],
    ['qty < 1 || qty > 5 kg', 'Write this number without a unit.', 17],
    ['qty > 5 florp', '"5 florp" is not a quantity. There is no unit "florp".', 6],
    ['qty > 1 && active = maybe', '"maybe" is not known here.', 11],
    ['resistance > 5', "There is no field 'resistance'.", 0],
  ])('is refused with the position of the fault: %s', (text, message, position) => {
    expect(() => shortFilter(text, schema)).toThrow(expect.objectContaining({ message, position }));
  });
});
