import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer } from '@cubit/testing';
import { sql } from 'kysely';
import { TokenUsage } from './token-usage.js';

const START = new Date('2026-01-02T03:04:05.678Z');
const later = (seconds: number) => new Date(START.getTime() + seconds * 1_000);
let server: TestServer;

beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

async function newToken(): Promise<string> {
  const made = await server.as(await server.register()).post<{ id: string }>('/api/v1/me/api-tokens', { name: 'X' });
  return made.body.id;
}
async function rowOf(id: string) {
  const query = sql<{
    last_used_at: Date | null;
    xmin: string;
  }>`select last_used_at, xmin::text from api_token where id = ${id}`;
  const { rows } = await query.execute(server.database.db);
  return rows[0];
}
const usage = () => new TokenUsage(server.database.db, server.log);

describe('the last use of API tokens', () => {
  it('is written for all tokens in one flush', async () => {
    const ids = [await newToken(), await newToken()];
    const uses = usage();
    for (const id of ids) uses.touch(id, START, null);
    await uses.flush();
    for (const id of ids) expect((await rowOf(id))?.last_used_at).toEqual(START);
  });

  it('is written at most once a minute for each token', async () => {
    const id = await newToken();
    const uses = usage();
    uses.touch(id, START, null);
    await uses.flush();
    const written = await rowOf(id);
    uses.touch(id, later(59), START);
    // A request that read its token before the first write.
    uses.touch(id, later(59), null);
    await uses.flush();
    expect(await rowOf(id)).toEqual(written);
    uses.touch(id, later(60), START);
    await uses.flush();
    expect((await rowOf(id))?.last_used_at).toEqual(later(60));
  });

  it('is written when the kernel stops', async () => {
    const id = await newToken();
    const uses = usage();
    uses.start();
    uses.touch(id, START, null);
    await uses.stop();
    expect((await rowOf(id))?.last_used_at).toEqual(START);
  });

  it('is never set to an earlier time by a slower process', async () => {
    const id = await newToken();
    const [fast, slow] = [usage(), usage()];
    slow.touch(id, START, null);
    fast.touch(id, later(30), null);
    await fast.flush();
    await slow.flush();
    expect((await rowOf(id))?.last_used_at).toEqual(later(30));
  });

  it('is kept for the next flush if the database fails', async () => {
    const id = await newToken();
    const uses = usage();
    uses.touch(id, START, null);
    const broken = sql`alter table api_token rename column last_used_at to moved`;
    const mended = sql`alter table api_token rename column moved to last_used_at`;
    await broken.execute(server.database.db);
    await expect(uses.flush()).rejects.toThrow('last_used_at');
    await mended.execute(server.database.db);
    await uses.flush();
    expect((await rowOf(id))?.last_used_at).toEqual(START);
  });
});
