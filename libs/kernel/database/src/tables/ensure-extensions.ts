import { sql, type Kysely } from 'kysely';
import type { DatabaseSchema } from '../schema/schema.js';

/**
 * `pg_trgm` finds similar words; `btree_gin` allows such an index to start with the workspace. PostgreSQL includes
 * both as trusted extensions.
 */
const EXTENSIONS = ['btree_gin', 'pg_trgm'];
/**
 * An arbitrary constant: two processes that create an extension at the same time conflict, even with `if not
 * exists`.
 */
const EXTENSION_LOCK = 0x63_75_62_65;

/** The database lacks something that only its administrator can add. The message is for the operator. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError';
}

/** Creates missing extensions that the search requires. */
export async function ensureExtensions(db: Kysely<DatabaseSchema>): Promise<void> {
  const missing = await missingExtensions(db);
  if (missing.length === 0) return;
  try {
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${EXTENSION_LOCK})`.execute(tx);
      for (const name of missing) await sql`create extension if not exists ${sql.ref(name)}`.execute(tx);
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DatabaseStartError(
      `The database must have the extension${missing.length > 1 ? 's' : ''} ${missing.join(' and ')}, and could not be given ${missing.length > 1 ? 'them' : 'it'} (${reason}). ` +
        extensionsMend(missing),
      { cause: error },
    );
  }
}

/** Names of extensions that the search requires and that the database lacks. */
export async function missingExtensions(db: Kysely<DatabaseSchema>): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select extname as name from pg_extension`.execute(db);
  return EXTENSIONS.filter((name) => !rows.some((row) => row.name === name));
}

/** What an administrator of the database does about missing extensions. */
export function extensionsMend(missing: readonly string[]): string {
  const commands = missing.map((name) => `create extension ${name};`).join(' ');
  return `An administrator of it may run: ${commands} Where they are not installed, they come with PostgreSQL's package postgresql-contrib.`;
}
