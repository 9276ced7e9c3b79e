import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defineKind, defineModule, Field, type ModuleDefinition } from '@cubit/core';
import { createTestKernel, shop, type TestKernel } from '@cubit/testing';
import { sql, type Kysely } from 'kysely';
import { Type } from 'typebox';
import type { DatabaseSchema } from '../schema/schema.js';
import { READER_ROLE } from './kind-views.js';

const WORKSPACE = '0190a6e2-7c1d-7b3a-9f00-000000000001';
const SHELF = '0190a6e2-7c1d-7b3a-9f00-000000000002';

let test: TestKernel;
beforeAll(async () => {
  test = await createTestKernel({
    modules: [shop, toolsWith({ name: Field.text(), size: Type.Optional(Field.text()) })],
  });
});
afterAll(() => test.close());

/** A module with the fields of one of its versions. */
function toolsWith(fields: Parameters<typeof Type.Object>[0], more: readonly string[] = ['tool', 'jig']) {
  return defineModule({
    name: 'old-tools',
    version: '1.0.0',
    contract: '^1.0.0',
    title: 'Tools',
    description: 'For these specs.',
    kinds: more.map((name) =>
      defineKind({
        id: `old-tools:${name}`,
        title: ['Tool', 'Tools'],
        titleField: 'name',
        fields: Type.Object(fields),
      }),
    ),
  });
}

async function insertItem(title: string, fields: object, deleted = false): Promise<void> {
  await sql`insert into record_shop_item (workspace_id, kind, id, title, fields, created_at, updated_at, deleted_at)
    values (${WORKSPACE}, 'shop:item', gen_random_uuid(), ${title}, ${JSON.stringify(fields)}, now(), now(),
      ${deleted ? new Date() : null}::timestamptz)`.execute(test.database.db);
}

async function asReader<Row>(read: (db: Kysely<DatabaseSchema>) => Promise<{ readonly rows: readonly Row[] }>) {
  return test.database.db.transaction().execute(async (tx) => {
    await sql`set local role ${sql.ref(READER_ROLE)}`.execute(tx);
    return (await read(tx)).rows;
  });
}

async function columnsOf(schema: string, name: string): Promise<readonly string[]> {
  const { rows } = await sql<{ column: string }>`select column_name as column from information_schema.columns
    where table_schema = ${schema} and table_name = ${name} order by ordinal_position`.execute(test.database.db);
  return rows.map(({ column }) => column);
}

async function restart(...modules: readonly ModuleDefinition[]): Promise<readonly string[]> {
  const other = await createTestKernel({ modules: [shop, ...modules], sharedDatabase: test });
  const warning = other.log.entries.find(({ message }) => message === 'the views for other programs are incomplete');
  await other.close();
  return (warning?.details as { readonly missing: readonly string[] } | undefined)?.missing ?? [];
}

describe('the view of a kind', () => {
  it('has a typed column for each field, and the custom fields as JSON', async () => {
    await insertItem('Hinge', {
      ...{ name: 'Hinge', code: 'H-1', shelf: SHELF, qty: 2.5, price: { amount: '7.50', currency: 'EUR' } },
      ...{ bought_on: '2026-01-31', seen_at: '2026-01-31T10:00:00.000Z', details: { color: 'red' }, drawer: 7 },
    });

    const [row] = await asReader((db) =>
      sql`select title, code, shelf, qty + 1 as qty, price * 2 as price, price_currency, bought_on + 1 = '2026-02-01' as day,
        seen_at = '2026-01-31 11:00+01' as seen, details->>'color' as color, custom from shop.item where title = 'Hinge'`.execute(
        db,
      ),
    );

    expect(row).toEqual({
      ...{ title: 'Hinge', code: 'H-1', shelf: SHELF, qty: '3.5', price: '15.00', price_currency: 'EUR' },
      ...{ day: true, seen: true, color: 'red', custom: { drawer: 7 } },
    });
  });

  it('leaves out records in the trash', async () => {
    await insertItem('Kept', { name: 'Kept' });
    await insertItem('Deleted', { name: 'Deleted' }, true);

    const rows = await asReader((db) =>
      sql`select title from shop.item where title in ('Kept', 'Deleted')`.execute(db),
    );

    expect(rows).toEqual([{ title: 'Kept' }]);
  });

  it('reads a value of another type than its field as absent', async () => {
    const misfit = { qty: 'many', price: 'cheap', shelf: 'top', bought_on: '2026-02-31', seen_at: 'once' };
    await insertItem('Misfit', { name: 'Misfit', ...misfit });

    const rows = await asReader((db) =>
      sql`select qty, price, shelf, bought_on, seen_at from shop.item where title = 'Misfit'`.execute(db),
    );

    expect(rows).toEqual([{ qty: null, price: null, shelf: null, bought_on: null, seen_at: null }]);
  });
});

describe('the role that reads the views', () => {
  it.each(['record_shop_item', 'record', 'app_user', 'api_token', 'event'])(
    'cannot read the table %s',
    async (table) => {
      await expect(asReader((db) => sql`select from ${sql.table(table)}`.execute(db))).rejects.toMatchObject({
        code: '42501',
      });
    },
  );

  it('cannot write through a view', async () => {
    await expect(asReader((db) => sql`delete from shop.shelf`.execute(db))).rejects.toMatchObject({ code: '42501' });
  });

  it('finds the names of workspaces in core.workspace', async () => {
    expect(await asReader((db) => sql`select slug, name from core.workspace`.execute(db))).toEqual([]);
  });
});

describe('a start', () => {
  it('changes views that are up to date in nothing', async () => {
    const oids = () => sql`select oid from pg_class where relkind = 'v' order by oid`.execute(test.database.db);
    const before = await oids();

    const missing = await restart(toolsWith({ name: Field.text(), size: Type.Optional(Field.text()) }));

    expect(missing).toEqual([]);
    expect((await oids()).rows).toEqual(before.rows);
  });

  it('brings views in step with fields and kinds that were added, changed or removed', async () => {
    const before = await columnsOf('old_tools', 'tool');

    await restart(
      toolsWith({ name: Field.text(), weight: Type.Optional(Field.money()), custom: Field.text() }, ['tool']),
    );

    expect(before.slice(0, 4)).toEqual(['workspace_id', 'id', 'title', 'size']);
    expect((await columnsOf('old_tools', 'tool')).slice(2, 6)).toEqual([
      'title',
      'weight',
      'weight_currency',
      'field_custom',
    ]);
    expect(await columnsOf('old_tools', 'jig')).toEqual([]);
  });

  it('removes the views of a module that is gone', async () => {
    await restart();

    expect(await columnsOf('old_tools', 'tool')).toEqual([]);
  });

  it('leaves a schema of another owner unchanged, and logs a warning', async () => {
    await sql`drop schema old_tools cascade`.execute(test.database.db);
    await sql`create schema old_tools`.execute(test.database.db);

    const missing = await restart(toolsWith({ name: Field.text() }));

    expect(missing).toEqual(["the schema old_tools: There is a schema 'old_tools' that Cubit did not make."]);
    expect(await columnsOf('old_tools', 'tool')).toEqual([]);
  });

  it('keeps a view that another view depends on, and logs a warning', async () => {
    await sql`create view public.dear_items as select code from shop.item`.execute(test.database.db);
    await sql`comment on view shop.item is 'Made by Cubit 0'`.execute(test.database.db);

    const missing = await restart();

    expect(missing).toEqual([
      expect.stringMatching(/^the schema shop: cannot drop view (shop\.)?item because other objects depend on it/),
    ]);
    expect(await columnsOf('shop', 'item')).toContain('qty');
  });
});
