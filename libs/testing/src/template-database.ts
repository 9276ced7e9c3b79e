import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRegistry, Database, prepareDatabase, type ModuleDefinition } from '@cubit/core';
import type pg from 'pg';
import { databaseUrl } from './test-server-url.js';
import { withAdmin } from './with-admin.js';

const KERNEL_SOURCE = fileURLToPath(new URL('../../core/src', import.meta.url));

/**
 * The name of a migrated database to copy, made where it is absent. Its name carries a hash of all it follows from, so that a
 * server which outlives the run never serves an outdated one.
 */
export async function templateDatabase(modules: readonly ModuleDefinition[]): Promise<string> {
  const name = `cubit_template_${templateHash(modules)}`;
  await withAdmin(async (admin) => {
    if (await exists(admin, name)) return;
    // Spec files run in parallel processes: one makes the template, the others wait for it.
    await admin.query('select pg_advisory_lock(hashtext($1))', [name]);
    if (!(await exists(admin, name))) await makeTemplate(admin, { name, modules });
  });
  return name;
}

async function makeTemplate(
  admin: pg.Client,
  { name, modules }: { readonly name: string; readonly modules: readonly ModuleDefinition[] },
): Promise<void> {
  // Renamed when complete: one that a killed run left half made is never copied.
  const unfinished = `${name}_new`;
  await admin.query(`drop database if exists ${unfinished} with (force)`);
  await admin.query(`create database ${unfinished}`);
  const database = new Database({
    connection: { connectionString: databaseUrl(unfinished) },
    onError: (error) => {
      throw error;
    },
  });
  try {
    await prepareDatabase(database, createRegistry(modules));
  } finally {
    await database.close();
  }
  await admin.query(`alter database ${unfinished} rename to ${name}`);
}

async function exists(admin: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
  return rowCount === 1;
}

function templateHash(modules: readonly ModuleDefinition[]): string {
  const hash = createHash('sha256');
  // Any of the kernel's files may have a part in the tables; a superfluous template costs less than a wrong one.
  for (const file of readdirSync(KERNEL_SOURCE, { recursive: true, encoding: 'utf8' }).sort())
    if (file.endsWith('.ts') && !file.endsWith('.spec.ts'))
      hash.update(file).update(readFileSync(join(KERNEL_SOURCE, file)));
  hash.update(JSON.stringify(modules));
  return hash.digest('hex').slice(0, 20);
}
