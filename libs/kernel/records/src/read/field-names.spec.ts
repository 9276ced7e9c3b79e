import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defineKind, defineModule, Field } from '@cubit/core';
import { createTestWorkspace, type TestClient, type TestServer, type TestWorkspace } from '@cubit/testing';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { compileFilter } from './filter.js';

/** Names that are words of the language. */
const loan = defineKind({
  id: 'library:loan',
  title: ['Loan', 'Loans'],
  titleField: 'name',
  fields: Type.Object({
    name: Field.text(),
    for: Type.Optional(Field.anyRef()),
    in: Type.Optional(Field.ref('library:loan')),
    package: Type.Optional(Field.text()),
  }),
  index: ['for'],
});
const library = defineModule({
  ...{ name: 'library', version: '1.0.0', contract: '^1.0.0', title: 'Library', description: 'Loans.' },
  kinds: [loan],
});

let server: TestServer;
let workspace: TestWorkspace;
let member: TestClient;
let first: string;
beforeAll(async () => {
  ({ server, workspace, member } = await createTestWorkspace({ modules: [library] }));
  first = await add({ name: 'First', package: 'box' });
  await add({ name: 'Second', for: { kind: 'library:loan', id: first }, in: first });
  await add({ name: 'Third', for: { kind: 'library:loan', id: await add({ name: 'Other' }) } });
});
afterAll(() => server.close());

const path = () => `${workspace.path}/modules/library/records/loan`;
async function add(fields: object): Promise<string> {
  const { status, body, text } = await member.post<{ id: string }>(path(), { fields });
  if (status !== 201) throw new Error(text);
  return body.id;
}
interface Listed {
  readonly data: readonly { readonly title: string }[];
  readonly error: { readonly code: string; readonly message: string };
}
const list = (query: Readonly<Record<string, string>>) =>
  member.get<Listed>(`${path()}?${new URLSearchParams({ sort: 'name', ...query })}`);
const titles = async (query: Readonly<Record<string, string>>) =>
  (await list(query)).body.data.map(({ title }) => title);

describe('a field whose name is a word of the language', () => {
  it('is compared as field("...") by filters, and by its name in short ones', async () => {
    expect(await titles({ filter: 'field("package") == "box"' })).toEqual(['First']);
    expect(await titles({ filter: `field("in") == "${first}" && has(field("for"))` })).toEqual(['Second']);
    expect(await titles({ q: 'package = box' })).toEqual(['First']);
  });

  it('is refused by its name alone, with the form that is right', async () => {
    const { status, body } = await list({ filter: 'for.id == "x"' });
    expect([status, body.error.code]).toEqual([400, 'invalid_filter']);
    expect(body.error.message).toContain('field("for")');
  });

  it('is described with its name in expressions', async () => {
    const { body } = await member.get<{
      kinds: readonly { id: string; fields: readonly { name: string; expression?: string }[] }[];
    }>(`${workspace.path}/ui`);
    const fields = body.kinds.find(({ id }) => id === 'library:loan')!.fields;
    expect(fields.map(({ name, expression }) => [name, expression])).toEqual([
      ['name', undefined],
      ['for', 'field("for")'],
      ['in', 'field("in")'],
      ['package', 'field("package")'],
    ]);
  });
});

describe('a reference to records of any kind', () => {
  it('is compared by the id or the kind of its record, not as a whole', async () => {
    expect(await titles({ filter: `field("for").id == "${first}"` })).toEqual(['Second']);
    expect(await titles({ filter: 'field("for").kind == "library:loan"' })).toEqual(['Second', 'Third']);
    expect(await titles({ filter: 'field("for").kind == "library:book"' })).toEqual([]);
    const { status, body } = await list({ filter: `field("for") == "${first}"` });
    expect(status).toBe(400);
    expect(body.error.message).toContain('It has "kind", "id".');
  });

  it('is found by the index that its kind declares', async () => {
    const { shape } = server.kernel.registry.kinds.get('library:loan')!;
    const condition = compileFilter(shape, `field("for").id == "${first}"`, {
      now: new Date(),
      workspaceId: workspace.id,
    });
    const plan = await server.database.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select id from record_library_loan
        where workspace_id = ${sql.lit(workspace.id)} and deleted_at is null and (${condition})`.execute(tx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    expect(plan).toContain('record_library_loan_for_id_idx');
    expect(plan).not.toContain('Filter:');
  });
});
