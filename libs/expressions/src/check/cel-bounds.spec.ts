import { describe, expect, it } from '@jest/globals';
import { celBounds } from './cel-bounds.js';
import { checkCel } from './check-cel.js';
import type { CelSchema } from '../values/cel-type.js';

const schema: CelSchema = {
  variables: { title: { type: 'string' }, code: { type: 'string', optional: true }, qty: { type: 'number' } },
};

describe('the bounds of a variable', () => {
  it.each(['title >= "M"', '"M" <= title', 'title > "A" && title < "B"', 'title == "Bolt"', 'title >= lower("M")'])(
    'are the whole effect of `%s`',
    (expression) => {
      expect(celBounds(checkCel(expression, schema), 'title')).toBe(true);
    },
  );

  it.each([
    'title != "M"',
    'title >= "M" || title < "B"',
    '!(title >= "M")',
    'title >= code',
    'title.startsWith("M")',
    'title in ["A", "B"]',
    'title >= "M" && qty > 1',
    'code >= "M"',
    'title > title',
    'true',
  ])('are not the whole effect of `%s`', (expression) => {
    expect(celBounds(checkCel(expression, schema), 'title')).toBe(false);
  });
});
