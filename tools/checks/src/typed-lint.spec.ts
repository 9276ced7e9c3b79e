import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

interface Diagnostic {
  readonly code: string;
  readonly labels: readonly { readonly span: { readonly line: number } }[];
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Each line that ends with the name of a rule breaks it, and the others none. */
const SOURCE = `
declare function save(): Promise<void>;
declare function fail(): never;
declare const state: 'open' | 'closed' | undefined;

export async function wrong(): Promise<void> {
  save(); // no-floating-promises
  await 1; // await-thenable
  if (save()) return; // no-misused-promises
  if (state === undefined) throw 'a text'; // only-throw-error
  switch (state) { // switch-exhaustiveness-check
    case 'open':
      return;
  }
}

export async function right(): Promise<void> {
  await save();
  void save();
  if (state === undefined) throw fail();
  ['a'].forEach(async () => save());
}
`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cubit-typed-lint-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the lint with types', () => {
  it('reports each of its rules, and nothing else', () => {
    writeFileSync(join(folder, 'source.ts'), SOURCE);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { strict: true } }));

    const { stdout } = spawnSync(
      process.execPath,
      [join(root, 'node_modules/oxlint/bin/oxlint'), '--config', join(root, '.oxlintrc.json'), '--format', 'json', '.'],
      { cwd: folder, encoding: 'utf8' },
    );

    const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly Diagnostic[] };
    const reported = diagnostics.map(({ code, labels }) => `${labels[0]?.span.line}: ${/\((.+)\)/.exec(code)?.[1]}`);
    const expected = SOURCE.split('\n').flatMap((line, index) => {
      const rule = / \/\/ (\S+)$/.exec(line)?.[1];
      return rule === undefined ? [] : [`${index + 1}: ${rule}`];
    });
    expect(reported.sort()).toEqual(expected.sort());
  });
});
