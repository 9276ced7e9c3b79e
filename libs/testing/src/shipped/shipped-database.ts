import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { databaseUrl } from '../test-server-url.js';
import { withAdmin } from '../with-admin.js';
import { SHIPPED_PROGRAM, startProgram } from './program.js';

export interface ShippedDatabase {
  readonly url: string;
  /** Direct access to the database. */
  readonly pool: pg.Pool;
  drop(): Promise<void>;
}

/** A database that the shipped program has migrated, for one spec file. */
export async function createShippedDatabase(): Promise<ShippedDatabase> {
  return createDatabase(`template ${await templateOfProgram()} strategy file_copy`);
}

/** A database without tables. */
export function createEmptyDatabase(): Promise<ShippedDatabase> {
  return createDatabase('template template0');
}

async function createDatabase(origin: string): Promise<ShippedDatabase> {
  const name = `cubit_shipped_${randomUUID().replaceAll('-', '')}`;
  await withAdmin((admin) => admin.query(`create database ${name} ${origin}`));
  const url = databaseUrl(name);
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  // Specs break the program's connections on purpose, and dropping the database breaks these.
  pool.on('error', () => {});
  const drop = async () => {
    await pool.end();
    await withAdmin((admin) => admin.query(`drop database ${name} with (force)`));
  };
  return { url, pool, drop };
}

/**
 * Created by the first start of a program and copied by all others. The file names of the bundle contain hashes of
 * their content.
 */
async function templateOfProgram(): Promise<string> {
  const hash = createHash('sha256').update(readFileSync(SHIPPED_PROGRAM)).digest('hex').slice(0, 20);
  const name = `cubit_template_program_${hash}`;
  await withAdmin(async (admin) => {
    // Spec files run in parallel processes: one creates the template, the others wait for it.
    await admin.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 1) return;
    const unfinished = `${name}_new`;
    await admin.query(`drop database if exists ${unfinished} with (force)`);
    await admin.query(`create database ${unfinished}`);
    const program = await startProgram({ environment: { DATABASE_URL: databaseUrl(unfinished) } });
    await program.stop();
    await admin.query(`alter database ${unfinished} rename to ${name}`);
  });
  return name;
}
