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
 * The environment of those specs on a machine with only Node: no data beside the checkout, no Redis, and only the
 * embedded PostgreSQL at `databaseUrl`. `remove` deletes the folder that it needs.
 */
export async function bareEnvironment(databaseUrl) {
  const shims = await mkdtemp(join(tmpdir(), 'cubit-shims-'));
  const shim = join(shims, 'redis-server');
  await writeFile(shim, '#!/bin/sh\nexit 127\n');
  await chmod(shim, 0o755);
  const variables = {
    PATH: `${shims}${delimiter}${process.env.PATH}`,
    OUTSIDE_DATA: NOWHERE,
    PGHOST: NOWHERE,
    TEST_DATABASE_URL: databaseUrl,
  };
  return { variables, remove: () => rm(shims, { recursive: true, force: true }) };
}
