import pg from 'pg';
import { testServerUrl } from './test-server-url.js';

/** Runs `work` on a separate connection, outside of any test database. */
export async function withAdmin<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: testServerUrl() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
