import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { defineKind, defineModule, Field, type ModuleContext } from '@cubit/core';
import type { Actor } from '@cubit/core/host';
import { inSavepoint } from '@cubit/database';
import { createTestServer, type TestServer } from '@cubit/testing';
import { Type } from 'typebox';
import { WorkspaceTransaction } from './workspace-transaction.js';
import { TransactionBatch } from './transaction-batch.js';

const shelf = defineKind({
  id: 'store:shelf',
  title: ['Shelf', 'Shelves'],
  titleField: 'name',
  search: ['name'],
  fields: Type.Object({ name: Field.text(), count: Field.decimal({ default: 0 }) }),
});
const box = defineKind({
  id: 'store:box',
  title: ['Box', 'Boxes'],
  titleField: 'name',
  fields: Type.Object({ name: Field.text(), shelf: Type.Optional(Field.ref('store:shelf')) }),
});
const store = defineModule({
  name: 'store',
  version: '1.0.0',
  contract: '^1.0.0',
  title: 'Store',
  description: 'For the specs of batches of writes.',
  kinds: [shelf, box],
});
const SYSTEM: Actor = { type: 'system', id: null, via: { type: 'system', id: null } };

let server: TestServer;
let workspaceId: string;
beforeAll(async () => {
  server = await createTestServer({ modules: [store] });
  workspaceId = (await server.workspace({ modules: ['store'] })).id;
});
afterAll(() => server.close());

type Part = (context: ModuleContext) => Promise<unknown>;

/** Runs the parts as one batch. Those that throw are rolled back. */
async function batchOf(...parts: readonly Part[]): Promise<void> {
  const { services } = server.kernel;
  const { database, workspaces } = services;
  const row = await database.db
    .selectFrom('workspace')
    .select(['id', 'slug', 'name', 'schema_version as schemaVersion'])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  await database.transaction(async (tx) => {
    const workspace = await workspaces.systemAccess(tx.db, row);
    const batch = new TransactionBatch({ tx, workspaceId, services });
    for (const part of parts)
      await inSavepoint(tx, (savepoint) =>
        part(
          new WorkspaceTransaction({ services, tx: savepoint, workspace, actor: SYSTEM, batch }).contextOf(
            'store',
            null,
          ),
        ),
      ).then(
        () => batch.keep(),
        () => batch.drop(),
      );
    batch.flush();
  });
}

const rowsOf = async (table: string, column: string, id: string) =>
  (
    await sql`select * from ${sql.table(table)} where workspace_id = ${workspaceId} and ${sql.ref(column)} = ${id}`.execute(
      server.database.db,
    )
  ).rows;

function fail(): never {
  throw new Error('This part fails.');
}

describe('a batch of workspace transactions', () => {
  it('leaves nothing of a part that is rolled back, in the database or in memory', async () => {
    let id = '';
    let lost = '';
    let seen: unknown;
    await batchOf(
      async ({ records }) => {
        ({ id } = await records.create(shelf, { name: 'A' }));
        await records.update(shelf, id, { count: 1 });
      },
      async ({ records }) => {
        await records.update(shelf, id, { name: 'B', count: 5 });
        ({ id: lost } = await records.create(shelf, { name: 'Lost' }));
        fail();
      },
      async ({ records }) => {
        seen = (await records.get(shelf, id)).fields;
        await records.update(shelf, id, { count: 2 });
      },
    );
    expect(seen).toEqual({ name: 'A', count: 1 });
    const [record] = await rowsOf('record', 'id', id);
    expect(record).toMatchObject({ title: 'A', version: 3, fields: { name: 'A', count: 2 } });
    expect(await rowsOf('record_search', 'id', id)).toMatchObject([{ title: 'a' }]);
    expect([await rowsOf('record', 'id', lost), await rowsOf('record_search', 'id', lost)]).toEqual([[], []]);
  });

  it('lets a part see the references of earlier ones, and writes them even if that part fails', async () => {
    let id = '';
    const inUse: unknown[] = [];
    const look: Part = async ({ records }) => inUse.push([...(await records.referencedByOthers(shelf, [id]))]);
    await batchOf(
      async ({ records }) => {
        ({ id } = await records.create(shelf, { name: 'A' }));
        await records.create(box, { name: 'On it', shelf: id });
      },
      async (context) => {
        await look(context);
        fail();
      },
      look,
    );
    expect(inUse).toEqual([[id], [id]]);
    expect(await rowsOf('record_reference', 'target_id', id)).toHaveLength(1);
  });

  it('refuses to delete a record that an earlier part refers to', async () => {
    let id = '';
    await batchOf(
      async ({ records }) => ({ id } = await records.create(shelf, { name: 'A' })),
      ({ records }) => records.create(box, { name: 'On it', shelf: id }),
      ({ records }) => records.remove(shelf, [id]),
    );
    expect(await rowsOf('record', 'id', id)).toMatchObject([{ deleted_at: null }]);
  });
});
