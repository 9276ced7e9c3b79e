import { createTestDatabase, type TestDatabase } from '@cubit/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { sql } from 'kysely';
import pg from 'pg';
import { isRetryable } from './faults.js';
import { inSavepoint } from './savepoint.js';
import { defer, type Transaction } from './transaction.js';

let test: TestDatabase;
const sent = jest.spyOn(pg.Connection.prototype, 'sync');
beforeAll(async () => {
  test = await createTestDatabase();
  await sql`create table thing (id int primary key, name text unique)`.execute(test.database.db);
});
beforeEach(async () => {
  await sql`truncate thing`.execute(test.database.db);
  sent.mockClear();
});
afterAll(async () => {
  sent.mockRestore();
  await test.drop();
});

const insert = (id: number, name: string) => sql<object>`insert into thing (id, name) values (${id}, ${name})`;
const names = async (db: Transaction['db'] | TestDatabase['database']['db']) =>
  (await sql<{ name: string }>`select name from thing where id > ${0} order by id`.execute(db)).rows.map(
    ({ name }) => name,
  );
const roundTrips = () => sent.mock.calls.length;

describe('deferred statements', () => {
  it('are executed before the next statement, in the same round trip as the begin', async () => {
    await test.database.transaction(async (tx) => {
      defer(tx, insert(1, 'a'));
      defer(tx, insert(2, 'b'));
      expect(roundTrips()).toBe(0);
      expect(await names(tx.db)).toEqual(['a', 'b']);
      expect(roundTrips()).toBe(1);
    });
    expect(roundTrips()).toBe(2);
  });

  it('are committed in the round trip of the commit', async () => {
    await test.database.transaction(async (tx) => {
      defer(tx, insert(1, 'a'));
    });
    expect(roundTrips()).toBe(1);
    expect(await names(test.database.db)).toEqual(['a']);
  });

  it('fail with the statement that they are sent with, and nothing after them is executed', async () => {
    const failed = test.database.transaction(async (tx) => {
      defer(tx, insert(1, 'a'));
      defer(tx, insert(2, 'a'), () => new Error('taken'));
      defer(tx, sql<object>`insert into thing (id, name) values (${3}, ${'never prepared'})`);
      await names(tx.db);
    });
    await expect(failed).rejects.toThrow('taken');
    expect(await names(test.database.db)).toEqual([]);
  });

  it('roll everything back if one fails with the commit', async () => {
    const failed = test.database.transaction(async (tx) => {
      defer(tx, insert(1, 'a'));
      await names(tx.db);
      defer(tx, insert(2, 'a'), () => new Error('taken'));
    });
    await expect(failed).rejects.toThrow('taken');
    expect(await names(test.database.db)).toEqual([]);
  });

  it('that were not executed can be prepared again on the same connection', async () => {
    const text = (id: number) => sql<object>`insert into thing (id, name) select ${id}, 'again'`;
    await expect(
      test.database.transaction(async (tx) => {
        defer(tx, sql<object>`select 1 / ${0}::int`);
        defer(tx, text(1));
      }),
    ).rejects.toThrow('division by zero');
    await test.database.transaction(async (tx) => void defer(tx, text(1)));
    expect(await names(test.database.db)).toEqual(['again']);
  });

  it('that meet a deadlock with the commit repeat the transaction', async () => {
    let attempts = 0;
    await test.database.transaction(async (tx) => {
      attempts += 1;
      defer(tx, insert(1, 'a'));
      if (attempts === 1) defer(tx, sql<object>`do $$ begin raise exception using errcode = '40P01'; end $$`);
    });
    expect(attempts).toBe(2);
    expect(await names(test.database.db)).toEqual(['a']);
    expect(isRetryable(Object.assign(new Error('deadlock'), { code: '40P01' }))).toBe(true);
  });

  it('have their result after the statement that they were sent with', async () => {
    await test.database.transaction(async (tx) => {
      const first = defer<{ one: number }>(tx, sql`select ${1}::int as one`);
      expect(() => first.result).toThrow('has not been executed');
      await names(tx.db);
      expect(first.result.rows).toEqual([{ one: 1 }]);
    });
  });
});

describe('a transaction', () => {
  it('that executes nothing sends nothing', async () => {
    await test.database.transaction(async () => {});
    await expect(test.database.transaction(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(roundTrips()).toBe(0);
  });

  it('does not send what was deferred if it fails', async () => {
    await expect(
      test.database.transaction(async (tx) => {
        defer(tx, insert(1, 'a'));
        await Promise.reject(new Error('no'));
      }),
    ).rejects.toThrow('no');
    expect(roundTrips()).toBe(0);
    expect(await names(test.database.db)).toEqual([]);
  });
});

describe('a savepoint', () => {
  const failing = async (tx: Transaction, part: (part: Transaction) => Promise<unknown>) =>
    inSavepoint(tx, part).then(
      () => null,
      (error: unknown) => (error as Error).message,
    );

  it('keeps what was deferred before it, and nothing of a part that fails', async () => {
    await test.database.transaction(async (tx) => {
      defer(tx, insert(1, 'before'));
      const message = await failing(tx, async (part) => {
        defer(part, insert(2, 'unsent'));
        throw new Error('no');
      });
      expect(message).toBe('no');
      const taken = await failing(tx, async (part) => {
        defer(part, insert(3, 'sent'));
        defer(part, insert(4, 'before'));
      });
      expect(taken).toContain('duplicate key');
      await inSavepoint(tx, async (part) => void defer(part, insert(5, 'after')));
    });
    expect(await names(test.database.db)).toEqual(['before', 'after']);
  });

  it('reports what was deferred before it outside of itself', async () => {
    const failed = test.database.transaction(async (tx) => {
      defer(tx, insert(1, 'a'));
      defer(tx, insert(1, 'b'), () => new Error('earlier'));
      await inSavepoint(tx, () => Promise.reject(new Error('The part is not reached.')));
    });
    await expect(failed).rejects.toThrow('earlier');
  });

  it('that stays in place has executed its part at its end', async () => {
    await test.database.transaction(async (tx) => {
      await inSavepoint(tx, async (part) => void defer(part, insert(1, 'a')), { keep: true });
      const error = await inSavepoint(tx, async (part) => void defer(part, insert(2, 'a')), { keep: true }).catch(
        (reason: unknown) => reason,
      );
      expect(error).toMatchObject({ code: '23505' });
    });
    expect(await names(test.database.db)).toEqual(['a']);
  });
});
