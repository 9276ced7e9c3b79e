/**
 * Lints each fixture as if it lay where its first line says, and prints what was found as JSON. A program of its own, for ESLint
 * loads its configuration in ways that a test's sandbox does not offer.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';

const root = fileURLToPath(new URL('../..', import.meta.url));
const fixtures = fileURLToPath(new URL('fixtures', import.meta.url));

// A fixture is in no TypeScript project, so the rules that need types are left out.
const withoutTypes = {
  files: ['**/*.ts'],
  languageOptions: { parserOptions: { project: false } },
  rules: Object.fromEntries(
    [
      'await-thenable',
      'no-floating-promises',
      'no-misused-promises',
      'only-throw-error',
      'switch-exhaustiveness-check',
    ].map((rule) => [`@typescript-eslint/${rule}`, 'off']),
  ),
};
const eslint = new ESLint({ cwd: root, overrideConfig: [withoutTypes] });
const found = [];
for (const fixture of readdirSync(fixtures)) {
  const code = readFileSync(join(fixtures, fixture), 'utf8');
  const place = /^\/\/ as (\S+)\n/.exec(code)?.[1];
  const [result] = await eslint.lintText(code, { filePath: join(root, place) });
  found.push({ fixture, rules: result.messages.map(({ ruleId, line, message }) => ({ rule: ruleId, line, message })) });
}
console.log(JSON.stringify(found));
