import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestKernel, shop, type TestKernel } from '@cubit/testing';
import { sql, type RawBuilder } from 'kysely';
import { orderBy } from './keyset.js';
import { parseSort } from './sort.js';
import { whereClause } from './where.js';

interface Plan {
  readonly 'Node Type': string;
  readonly 'Plan Rows': number;
  readonly 'Index Name'?: string;
  readonly Plans?: readonly Plan[];
}

const COUNT = 2_000;
const SHELF = '0190a6e2-7c1d-7b3a-9f00-000000000001';

let test: TestKernel;

beforeAll(async () => {
  test = await createTestKernel({ modules: [shop] });
  // Every item has a quantity, and every tenth is on the shelf.
  await sql`insert into record_shop_item (workspace_id, kind, id, title, fields, created_at, updated_at)
    select ${SHELF}::uuid, 'shop:item', gen_random_uuid(), 'Item ' || n,
      jsonb_build_object('qty', n) || case when n % 4 = 0 then '{"origin":"here"}' else '{}'::jsonb end || case when n % 10 = 0 then jsonb_build_object('shelf', ${SHELF}::text) else '{}' end, now(), now()
    from generate_series(1, ${sql.lit(COUNT)}) n`.execute(test.database.db);
  // Every hundredth shelf has a keeper.
  await sql`insert into record_shop_shelf (workspace_id, kind, id, title, fields, created_at, updated_at)
    select ${SHELF}::uuid, 'shop:shelf', gen_random_uuid(), 'Shelf ' || n,
      case when n % 100 = 0 then jsonb_build_object('keepers', jsonb_build_array(n::text)) else '{}' end, now(), now()
    from generate_series(1, ${sql.lit(COUNT)}) n`.execute(test.database.db);
  await sql`analyze record_shop_item, record_shop_shelf`.execute(test.database.db);
});
afterAll(() => test.close());

function shapeOf(id: string) {
  const kind = test.kernel.registry.kinds.get(id);
  if (!kind) throw new Error(`The shop has no ${id}.`);
  return kind.shape;
}
const itemShape = () => shapeOf('shop:item');

async function planOf(rest: RawBuilder<unknown>): Promise<Plan> {
  return planIn('record_shop_item', sql`set local enable_bitmapscan = off`, rest);
}

async function planIn(table: string, setting: RawBuilder<unknown>, rest: RawBuilder<unknown>): Promise<Plan> {
  return test.database.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    await setting.execute(tx);
    const { rows } = await sql<{
      'QUERY PLAN': readonly { readonly Plan: Plan }[];
    }>`explain (format json) select id from ${sql.table(table)} where workspace_id = ${sql.lit(SHELF)} and deleted_at is null ${rest}`.execute(
      tx,
    );
    const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
    if (!plan) throw new Error('There is no plan.');
    return plan.Plan;
  });
}

function nodesOf(plan: Plan): readonly string[] {
  return [plan['Node Type'], ...(plan.Plans ?? []).flatMap(nodesOf)];
}

describe('the indexes of a kind', () => {
  it.each([
    'title',
    '-title',
    'name',
    '-name',
    'created_at',
    '-created_at',
    'updated_at',
    'qty',
    '-qty',
    'shelf',
    '-shelf',
  ])('provide the order ?sort=%s, so that a page needs no sort', async (sort) => {
    const order = sql`order by ${orderBy(parseSort(itemShape(), sort))} limit 51`;
    const nodes = nodesOf(await planOf(order));
    expect(nodes).not.toContain('Sort');
    expect(nodes).not.toContain('Incremental Sort');
  });
});

describe('an exact count', () => {
  it('can be answered from an index alone', async () => {
    await sql`vacuum record_shop_item`.execute(test.database.db);
    // Which plan is cheaper depends on how many pages the vacuum found visible to everybody; that both exist does not.
    const { rows } = await test.database.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      await sql`set local enable_bitmapscan = off`.execute(tx);
      return sql<{
        'QUERY PLAN': readonly { readonly Plan: Plan }[];
      }>`explain (format json) select count(*) from record_shop_item where workspace_id = ${sql.lit(SHELF)} and deleted_at is null`.execute(
        tx,
      );
    });
    expect(nodesOf(rows[0]?.['QUERY PLAN'][0]?.Plan as Plan)).toContain('Index Only Scan');
  });
});

describe('the index of a list', () => {
  it('finds the records whose list contains a value', async () => {
    const condition = whereClause(shapeOf('shop:shelf'), { keepers: { has: '100' } });
    const plan = await planIn('record_shop_shelf', sql`set local enable_indexscan = off`, sql`and ${condition}`);
    expect(plan.Plans?.map((node) => node['Index Name'])).toEqual(['record_shop_shelf_keepers_has']);
  });
});

describe('the statistics of a kind', () => {
  it.each([
    ['a value', { shelf: SHELF }, COUNT / 10],
    ['absent values', { shelf: null }, (COUNT / 10) * 9],
    ['a range', { qty: { gt: COUNT / 4 } }, (COUNT / 4) * 3],
    ['a value without an index', { origin: 'here' }, COUNT / 4],
  ])('include the number of records with %s in a field', async (_what, where, count) => {
    const plan = await planOf(sql`and ${whereClause(itemShape(), where)}`);
    expect(plan['Plan Rows']).toBeGreaterThan(count * 0.9);
    expect(plan['Plan Rows']).toBeLessThan(count * 1.1);
  });
});
