/**
 * `npm run versions`: the versions that the changesets ask for, in the packages and those that depend on them. The contract states its own in
 * its source too, which is what modules are compared with at a start.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CONSTANT = /(?<=CONTRACT_VERSION = ')[^']+/;

/** Writes the version of the package `@cubit/core` below `root` into its source. Returns it. */
export function setContractVersion(root) {
  const { version } = JSON.parse(readFileSync(join(root, 'libs/core/package.json'), 'utf8'));
  const source = join(root, 'libs/core/src/contract/module.ts');
  const text = readFileSync(source, 'utf8');
  if (!CONSTANT.test(text)) throw new Error(`${source} has no CONTRACT_VERSION.`);
  writeFileSync(source, text.replace(CONSTANT, version));
  return version;
}

function run(command, ...args) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  run('npm', 'run', '--silent', 'changeset', '--', 'version');
  const version = setContractVersion(process.cwd());
  run('npm', 'install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund');
  console.log(`The contract has version ${version}.`);
}
