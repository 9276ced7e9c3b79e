import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Functions that a spec calls to use data beside the checkout, or Redis. */
const REACHES_OUT = /\b(describeWithData|outsideData|isRedisInstalled)\(/;
const NOWHERE = join(tmpdir(), 'cubit-nothing-is-here');

/** Spec files of a package that use resources that a fresh clone on another machine lacks. */
export function specsThatReachOut(folder) {
  return globSync('src/**/*.spec.ts', { cwd: folder })
    .filter((file) => REACHES_OUT.test(readFileSync(join(folder, file), 'utf8')))
    .sort();
}

/**
 * Runs those specs as on a machine with only Node: no data beside the checkout, no Redis, and only the embedded
 * PostgreSQL at `databaseUrl`. `packages` have a name and a folder; `results` have the format of the whole run.
 */
export async function runBare(packages, { databaseUrl, jest, onStart }) {
  const shims = await mkdtemp(join(tmpdir(), 'cubit-shims-'));
  try {
    const shim = join(shims, 'redis-server');
    await writeFile(shim, '#!/bin/sh\nexit 127\n');
    await chmod(shim, 0o755);
    const env = {
      ...process.env,
      PATH: `${shims}${delimiter}${process.env.PATH}`,
      OUTSIDE_DATA: NOWHERE,
      PGHOST: NOWHERE,
      TEST_DATABASE_URL: databaseUrl,
    };
    const results = [];
    for (const { name, folder } of packages) {
      const specs = specsThatReachOut(folder);
      if (specs.length === 0) continue;
      const output = join(shims, 'results.json');
      await rm(output, { force: true });
      const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
      const args = [...flags, jest, '--json', `--outputFile=${output}`, '--runTestsByPath', ...specs];
      const child = spawn(process.execPath, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
      onStart(child);
      await ended(child);
      results.push({ project: `${name}, without external services and data`, report: read(output) });
    }
    return results;
  } finally {
    await rm(shims, { recursive: true, force: true });
  }
}

function ended(child) {
  return new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
}

function read(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
