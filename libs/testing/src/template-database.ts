import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ModuleDefinition } from '@cubit/core';
import { createRegistry } from '@cubit/core/host';
import { Database } from '@cubit/database';
import { prepareDatabase } from '@cubit/runtime';
import type pg from 'pg';
import { databaseUrl } from './test-server-url.js';
import { withAdmin } from './with-admin.js';

/** In a package, the sources are the files of the bundle, beside this one. */
const KERNEL_SOURCES = existsSync(new URL('../../core/src', import.meta.url))
  ? ['core', 'decimal', 'kernel/database', 'kernel/records', 'kernel/runtime'].map((library) =>
      fileURLToPath(new URL(`../../${library}/src`, import.meta.url)),
    )
  : [fileURLToPath(new URL('.', import.meta.url))];

/**
 * Returns the name of a migrated template database, created on first use. The name contains a hash of its sources, so that a
 * long-lived server never serves an outdated one.
 */
export async function templateDatabase(modules: readonly ModuleDefinition[]): Promise<string> {
  const name = `cubit_template_${templateHash(modules)}`;
  await withAdmin(async (admin) => {
    if (await exists(admin, name)) return;
    // Spec files run in parallel processes: one creates the template, the others wait.
    await admin.query('select pg_advisory_lock(hashtext($1))', [name]);
    if (!(await exists(admin, name))) await makeTemplate(admin, { name, modules });
  });
  return name;
}

async function makeTemplate(
  admin: pg.Client,
  { name, modules }: { readonly name: string; readonly modules: readonly ModuleDefinition[] },
): Promise<void> {
  // Renamed when complete, so that an interrupted creation is never copied.
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
  // Any source file of the kernel may affect the tables; an unnecessary template costs less than a wrong one.
  for (const source of KERNEL_SOURCES)
    for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' }).sort())
      if (/\.[jt]s$/.test(file) && !file.endsWith('.spec.ts'))
        hash.update(file).update(readFileSync(join(source, file)));
  hash.update(JSON.stringify(modules));
  return hash.digest('hex').slice(0, 20);
}
