import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

interface Finding {
  readonly fixture: string;
  readonly rules: readonly { readonly rule: string; readonly line: number; readonly message: string }[];
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const program = fileURLToPath(new URL('../lint-fixtures.mjs', import.meta.url));
const fixtures = fileURLToPath(new URL('../fixtures', import.meta.url));
const findings = JSON.parse(
  execFileSync(process.execPath, [program], { cwd: root, encoding: 'utf8' }),
) as readonly Finding[];

/** `line: rule` for each rule that a comment on the line expects. */
function expectedIn(fixture: string): string[] {
  const lines = readFileSync(`${fixtures}/${fixture}`, 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    const rules = / \/\/ expect (.+)$/.exec(line)?.[1]?.split(' ') ?? [];
    return rules.map((rule) => `${index + 1}: ${rule}`);
  });
}

describe('the lint', () => {
  it('checks every fixture', () => {
    expect(findings.map(({ fixture }) => fixture)).toEqual(readdirSync(fixtures));
  });

  it.each(readdirSync(fixtures))('reports exactly the expected rules in %s', (fixture) => {
    const rules = findings.find((finding) => finding.fixture === fixture)?.rules ?? [];

    expect(rules.map(({ rule, line }) => `${line}: ${rule}`).sort()).toEqual(expectedIn(fixture).sort());
  });

  it('suggests a solution with each report', () => {
    const messages = findings.flatMap(({ rules }) => rules).filter(({ rule }) => rule === 'no-restricted-imports');

    expect(messages.map(({ message }) => message)).toContainEqual(expect.stringContaining('foreignKind'));
  });
});
