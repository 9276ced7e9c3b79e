import { describe, expect, it } from '@jest/globals';
import {
  celReference,
  referenceRows,
  sampleRecord,
  sampleSchema,
  sampleSubtree,
  templateRows,
} from './cel-reference.js';
import { checkCel } from '../check/check-cel.js';
import { checkCelTemplate, evaluateCelTemplate } from '../evaluate/cel-template.js';
import { evaluateCel } from '../evaluate/evaluate-cel.js';

const MOMENT = { subtree: () => sampleSubtree, search: () => true, now: new Date('2026-03-01T00:00:00.000Z') };

describe('the reference of the expression language', () => {
  it.each(referenceRows.map((row) => [row.example, row.gives] as const))('shows the result of %s', (example, gives) => {
    expect(evaluateCel(checkCel(example, sampleSchema), { ...sampleRecord }, MOMENT)).toEqual(gives);
  });

  it.each(templateRows.map((row) => [row.template, row.gives] as const))(
    'shows what the text %s becomes',
    (template, gives) => {
      expect(evaluateCelTemplate(checkCelTemplate(template, sampleSchema), { ...sampleRecord }, MOMENT)).toBe(gives);
    },
  );

  it('lists every operator and function with its example and result', () => {
    const reference = celReference();
    expect(reference).toContain(
      '| `string + string` | Concatenates two texts. | `name + " (smd)"` | `"Resistor (smd)"` |',
    );
    expect(reference).toContain('`list.exists(t, condition)`');
    expect(reference).toMatch(/join\(list, string\)` \| .* Not in filters\./);
    expect(reference.split('\n').filter((line) => line.startsWith('| `')).length).toBe(
      referenceRows.length + templateRows.length,
    );
  });

  it('escapes characters that would end a table cell', () => {
    expect(celReference()).toContain('`a \\|\\| b`');
  });
});
