import pg from 'pg';
import { embeddedDatabase } from './product.js';

/** Work on the embedded database of a program, past the program. */
export async function withAdmin<Result>(folder: string, work: (admin: pg.Client) => Promise<Result>): Promise<Result> {
  const admin = new pg.Client({ ...embeddedDatabase(folder) });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

/** What PostgreSQL does by itself within an hour: newly loaded rows have no statistics. */
export async function vacuum(folder: string): Promise<void> {
  await withAdmin(folder, async (admin) => {
    await admin.query('vacuum analyze');
    await admin.query('checkpoint');
  });
}
