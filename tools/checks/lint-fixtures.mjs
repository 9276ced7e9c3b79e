/**
 * Lints each fixture under the path in its first line, and prints the results as JSON. A separate program, because
 * the sandbox of Jest does not support how ESLint loads its configuration.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';

const root = fileURLToPath(new URL('../..', import.meta.url));
const fixtures = fileURLToPath(new URL('fixtures', import.meta.url));

// Fixtures belong to no TypeScript project, so rules that need types are disabled.
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
