import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { CelError, checkCel, evaluateCel } from './index.js';

const CORPUS = join(import.meta.dirname, '../../../../../shared/corpora/cel-conformance');

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

function read(file: string): Suite {
  return JSON.parse(readFileSync(join(CORPUS, file), 'utf8')) as Suite;
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

/** A division by zero is absent and so in no relation; times have milliseconds, and always show them. */
const DIFFERENCES = [
  '0.0/0.0 != 0.0/0.0',
  "string(timestamp('2009-02-13T23:31:30Z'))",
  "string(timestamp('9999-12-31T23:59:59.999999999Z'))",
];

// The corpus is kept beside the checkout, not in it: a fresh clone has none, which is no defect of the product.
if (existsSync(CORPUS)) {
  describe('the conformance corpus of CEL', compareWithCorpus);
} else {
  it('has no conformance corpus of CEL beside this checkout: nothing was compared with it', () => {
    expect(existsSync(CORPUS)).toBe(false);
  });
}

function compareWithCorpus(): void {
  it.each(['conformance.json', 'parsing.json', 'checking.json'])(
    '%s ends in a value or a CelError, never otherwise',
    (file) => {
      const cases = casesOf(read(file));
      expect(cases.length).toBeGreaterThan(100);
      for (const { expr } of cases) expect(outcomeOf(expr)).toBeDefined();
    },
  );

  it('is agreed with wherever the language takes the expression', () => {
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
