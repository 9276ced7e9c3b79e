import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, recordStatements, type TestDatabase } from '@cubit/testing';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { migrate, type TableMigration } from './migrate.js';

let test: TestDatabase;
beforeAll(async () => (test = await createTestDatabase()));
afterAll(() => test.drop());

const creating = (table: string): Migration => ({
  up: (db: Kysely<unknown>) => db.schema.createTable(table).addColumn('id', 'integer').execute(),
});
const plants = { owner: 'plants', migrations: { '0001': creating('plant') } };
const pots = { owner: 'pots', migrations: { '0001': creating('pot') } };

async function isTable(name: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${name}) is not null as found`.execute(
    test.database.db,
  );
  return rows[0]?.found === true;
}

describe('the migrations of several owners', () => {
  it('run once, each owner with a history of its own', async () => {
    await migrate(test.database.db, [plants, pots]);
    await migrate(test.database.db, [plants, pots]);
    expect([await isTable('plant'), await isTable('pot')]).toEqual([true, true]);
  });

  it('cost four statements if nothing is due, two of them for the levels, whatever the number of owners and tables', async () => {
    const statements = await recordStatements(test.database, () => migrate(test.database.db, [plants, pots]));
    expect(statements.filter((text) => /select/i.test(text))).toHaveLength(4);
    expect(statements.join()).not.toContain('pg_attribute');
  });

  it('run where an owner has a new one, and where an owner is new', async () => {
    const grown = { ...plants, migrations: { ...plants.migrations, '0002': creating('seed') } };
    const sheds = { owner: 'sheds', migrations: { '0001': creating('shed') } };
    await migrate(test.database.db, [grown, pots, sheds]);
    expect([await isTable('seed'), await isTable('shed')]).toEqual([true, true]);
  });

  it('run in a transaction before and after one that can have none', async () => {
    const indexing: TableMigration = {
      transaction: false,
      up: async (db: Kysely<unknown>) =>
        void (await sql`create index concurrently if not exists herb_id on herb (id)`.execute(db)),
    };
    const breaking: TableMigration = {
      up: async (db: Kysely<unknown>) => {
        await creating('mint').up(db);
        throw new Error('The machine stopped.');
      },
    };
    const herbs = { '0001': creating('herb'), '0002': creating('leaf'), '0003': indexing };
    await expect(
      migrate(test.database.db, [
        { owner: 'herbs', migrations: { ...herbs, '0004': creating('root'), '0005': breaking } },
      ]),
    ).rejects.toThrow("The migrations of 'herbs' failed.");
    const made = async () => Promise.all(['herb', 'leaf', 'herb_id', 'root', 'mint'].map(isTable));
    expect(await made()).toEqual([true, true, true, false, false]);

    await migrate(test.database.db, [{ owner: 'herbs', migrations: { ...herbs, '0004': creating('root') } }]);
    expect(await made()).toEqual([true, true, true, true, false]);
  });

  it('let an earlier version work after those that expand, and refuse it after one that contracts', async () => {
    const earlier = { owner: 'tools', migrations: { '0001': creating('tool') } };
    const later = { owner: 'tools', migrations: { ...earlier.migrations, '0002-expand-boxes': creating('box') } };
    await migrate(test.database.db, [later]);
    await migrate(test.database.db, [earlier]);
    expect(await isTable('box')).toBe(true);

    const contracted = { owner: 'tools', migrations: { ...later.migrations, '0003-contract-boxes': creating('lid') } };
    const release = { version: '9.0.0', level: 9, previousVersion: '8.0.0' };
    await migrate(test.database.db, [contracted], { release });
    await expect(migrate(test.database.db, [earlier])).rejects.toThrow('needs 9.0.0 or newer');
  });
});
