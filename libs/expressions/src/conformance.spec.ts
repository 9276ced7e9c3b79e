import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithData } from '@cubit/testing';
import { describe, expect, it } from '@jest/globals';
import { CelError } from './language/cel-error.js';
import { checkCel } from './check/check-cel.js';
import { evaluateCel } from './evaluate/evaluate-cel.js';

interface Case {
  readonly name?: string;
  readonly expr: string;
  readonly value?: Readonly<Record<string, unknown>>;
  readonly bindings?: unknown;
}

interface Suite {
  readonly name: string;
  readonly suites?: readonly Suite[];
  readonly tests?: readonly { readonly original: Case }[];
}

function casesOf(suite: Suite): readonly Case[] {
  return [...(suite.tests ?? []).map(({ original }) => original), ...(suite.suites ?? []).flatMap(casesOf)];
}

const MOMENT = { now: new Date('2026-01-02T03:04:05.678Z') };

type Outcome = { readonly value: unknown } | { readonly refused: string };

function outcomeOf(expression: string): Outcome {
  try {
    return { value: evaluateCel(checkCel(expression, { variables: {} }), {}, MOMENT) };
  } catch (error) {
    if (error instanceof CelError) return { refused: error.code };
    throw error;
  }
}

/**
 * A division by zero gives an absent value, which compares as false with everything; times have milliseconds and
 * always show them.
 */
const DIFFERENCES = [
  '0.0/0.0 != 0.0/0.0',
  "string(timestamp('2009-02-13T23:31:30Z'))",
  "string(timestamp('9999-12-31T23:59:59.999999999Z'))",
];

describe('the CEL conformance tests', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['8 / 2', 4],
    ['7 % 2', 1],
    ['-8 / 2', -4],
    ['1.5 + 1.5', 3],
    ['"a" + "b" == "ab"', true],
    ['"abc".contains("b") && !"abc".startsWith("b")', true],
    ['size("Øé") == 2', true],
    ['2 in [1, 2, 3]', true],
    ['[1, 2].exists(x, x > 1) && [1, 2].all(x, x > 0)', true],
    ['true || 1 / 0 == 0', true],
    ['1 < 2 ? "yes" : "no"', 'yes'],
    ["timestamp('2026-01-02T00:00:00Z') < timestamp('2026-01-03T00:00:00Z')", true],
  ])('%s', (expression, value) => expect(outcomeOf(expression)).toEqual({ value }));

  it.each(['', '1 +', ')', '"open', '1 2', 'no_such_name', 'f(1)', '1 + "a"', '{', 'a.b.c', '\\'])(
    'is refused with a CelError: %s',
    (expression) => expect(outcomeOf(expression)).toHaveProperty('refused'),
  );
});

describeWithData('the conformance corpus of CEL', 'shared/corpora/cel-conformance', compareWithCorpus);

function compareWithCorpus(folder: string): void {
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Suite;

  it.each(['conformance.json', 'parsing.json', 'checking.json'])('%s ends in a value or a CelError', (file) => {
    const cases = casesOf(read(file));
    expect(cases.length).toBeGreaterThan(100);
    for (const { expr } of cases) expect(outcomeOf(expr)).toBeDefined();
  });

  it('pass for every expression that the language accepts', () => {
    const differing: string[] = [];
    let agreed = 0;
    for (const { expr, value, bindings } of casesOf(read('conformance.json'))) {
      const expected = value === undefined ? undefined : simpleValue(value);
      if (bindings !== undefined || expected === undefined) continue;
      const outcome = outcomeOf(expr);
      if (!('value' in outcome)) continue;
      if (Object.is(outcome.value, expected)) agreed += 1;
      else differing.push(expr);
    }
    expect(new Set(differing)).toEqual(new Set(DIFFERENCES));
    expect(agreed).toBeGreaterThan(300);
  });
}

function simpleValue(value: Readonly<Record<string, unknown>>): unknown {
  if ('stringValue' in value) return value['stringValue'];
  if ('boolValue' in value) return value['boolValue'];
  if ('int64Value' in value) return Number(value['int64Value']);
  if ('uint64Value' in value) return Number(value['uint64Value']);
  return typeof value['doubleValue'] === 'number' ? value['doubleValue'] : undefined;
}
