import { afterAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase } from '@cubit/testing';
import type { RouteReply } from '@cubit/core';
import type { Transaction } from '../connection/transaction.js';
import { purgeIdempotencyKeys } from './purge-idempotency-keys.js';
import { hashRequest, IDEMPOTENCY_LIFETIME_MS, type IdempotentRequest, runIdempotently } from './run-idempotently.js';

const { database, drop } = await createTestDatabase();
afterAll(drop);

const credentialId = '0198c0de-0000-7000-8000-000000000001';
const workspaceId = '0198c0de-0000-7000-8000-000000000002';
let keys = 0;
const request = (over: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
  workspaceId,
  credentialId,
  key: `key-${(keys += 1)}`,
  requestHash: hashRequest('POST', '/parts', Buffer.from('{}')),
  secrets: [],
  ...over,
});
const created: RouteReply = { status: 201, headers: { location: '/parts/1' }, body: { id: '1' } };
const effects = async () => (await database.db.selectFrom('instance_secret').selectAll().execute()).length;
let secrets = 0;
const effect = async (tx: Transaction): Promise<RouteReply> => {
  secrets += 1;
  await tx.db
    .insertInto('instance_secret')
    .values({ name: `effect-${secrets}`, value: Buffer.from('x') })
    .execute();
  return created;
};
const age = (byMs: number) =>
  database.db
    .updateTable('idempotency_key')
    .set({ created_at: new Date(Date.now() - byMs) })
    .execute();

describe('a request with an idempotency key', () => {
  it('is applied once, and a repeated one gets the stored answer', async () => {
    const same = request();
    const before = await effects();

    expect(await runIdempotently(database, same, effect)).toEqual(created);
    expect(await runIdempotently(database, same, effect)).toEqual({
      status: 201,
      headers: { location: '/parts/1', 'idempotent-replayed': 'true' },
      json: '{"id":"1"}',
    });
    expect((await effects()) - before).toBe(1);
  });

  it('is refused if the key was used with another request', async () => {
    const first = request();
    await runIdempotently(database, first, effect);
    const other = { ...first, requestHash: hashRequest('POST', '/parts', Buffer.from('{"a":1}')) };

    await expect(runIdempotently(database, other, effect)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  it('is independent of the same key of another credential or workspace', async () => {
    const first = request();
    const before = await effects();
    await runIdempotently(database, first, effect);
    await runIdempotently(database, { ...first, workspaceId: null }, effect);
    await runIdempotently(database, { ...first, credentialId: '0198c0de-0000-7000-8000-000000000009' }, effect);

    expect((await effects()) - before).toBe(3);
  });

  it('stores nothing if it fails, so that it can be repeated', async () => {
    const same = request();
    const before = await effects();
    const failing = async (tx: Transaction): Promise<RouteReply> => {
      await effect(tx);
      throw new Error('no');
    };

    await expect(runIdempotently(database, same, failing)).rejects.toThrow('no');
    expect(await runIdempotently(database, same, effect)).toEqual(created);
    expect((await effects()) - before).toBe(1);
  });

  it('is applied once when 50 of them arrive at once', async () => {
    const same = request();
    const before = await effects();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => runIdempotently(database, same, effect)),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');

    expect((await effects()) - before).toBe(1);
    expect(refused.map(({ reason }) => (reason as { code: string }).code)).toEqual(
      refused.map(() => 'idempotency_key_in_use'),
    );
  });

  it('is stored without the secrets of its answer', async () => {
    const same = request({ secrets: ['token'] });
    await runIdempotently(database, same, () =>
      Promise.resolve({ status: 201, body: { id: '1', token: 'cbt_secret' } }),
    );
    const rows = await database.db.selectFrom('idempotency_key').selectAll().where('key', '=', same.key).execute();

    expect(JSON.stringify(rows)).not.toContain('cbt_secret');
    expect(await runIdempotently(database, same, effect)).toMatchObject({ json: '{"id":"1"}' });
  });

  it('runs again after a day', async () => {
    const same = request();
    const before = await effects();
    await runIdempotently(database, same, effect);
    await age(IDEMPOTENCY_LIFETIME_MS + 1_000);
    await runIdempotently(database, same, effect);
    await runIdempotently(database, same, effect);

    expect((await effects()) - before).toBe(2);
  });
});

describe('purgeIdempotencyKeys', () => {
  it('deletes answers that are older than a day, and no others', async () => {
    await runIdempotently(database, request(), effect);
    await age(IDEMPOTENCY_LIFETIME_MS + 1_000);
    const kept = request();
    await runIdempotently(database, kept, effect);

    expect(await purgeIdempotencyKeys(database.db, new Date())).toBeGreaterThan(0);
    const left = await database.db.selectFrom('idempotency_key').select('key').execute();
    expect(left).toEqual([{ key: kept.key }]);
  });
});
