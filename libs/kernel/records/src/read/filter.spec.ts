import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestWorkspace, shop, type TestClient, type TestServer, type TestWorkspace } from '@cubit/testing';

interface Row {
  readonly fields: { readonly name: string };
}

let server: TestServer;
let workspace: TestWorkspace;
let member: TestClient;
beforeAll(async () => {
  ({ server, workspace, member } = await createTestWorkspace({ modules: [shop] }));
});
afterAll(() => server.close());

const items = () => `${workspace.path}/modules/shop/records/item`;
const listed = (filter: string, query = '') =>
  member.get<{ data: readonly Row[]; error?: { code: string } }>(
    `${items()}?filter=${encodeURIComponent(filter)}${query}`,
  );
const names = async (filter: string) => (await listed(filter)).body.data.map(({ fields }) => fields.name).toSorted();
/** An expression of the given number of code points, each of two UTF-16 units where possible. */
const filterOf = (length: number) => `name != "${'𝛑'.repeat(length - 'name != ""'.length)}"`;

describe('a filter', () => {
  it('has at most 1,000 code points; a longer one is invalid_filter', async () => {
    expect((await listed(filterOf(1_000))).status).toBe(200);
    for (const filter of [filterOf(1_001), `name == "${'x'.repeat(3_000)}"`]) {
      const { status, body } = await listed(filter);
      expect([status, body.error?.code]).toEqual([400, 'invalid_filter']);
    }
  });

  it('compares tags ignoring case and in canonical form', async () => {
    for (const [name, tags] of [
      ['board', ['SMD', 'café']],
      ['chip', ['smd']],
      ['cup', ['Cafe\u0301']],
      ['bare', []],
    ] as const)
      expect((await member.post(items(), { fields: { name }, tags })).status).toBe(201);

    for (const tag of ['smd', 'SMD', 'sMd']) expect(await names(`"${tag}" in tags`)).toEqual(['board', 'chip']);
    for (const tag of ['café', 'CAFÉ', 'cafe\u0301']) expect(await names(`"${tag}" in tags`)).toEqual(['board', 'cup']);
    expect(await names('!("Smd" in tags)')).toEqual(['bare', 'cup']);
    expect(await names('"nothing" in tags')).toEqual([]);
    expect(await names('"SMD" in tags && "CAFÉ" in tags')).toEqual(['board']);
  });
});

describe('a batch', () => {
  it('that contains a record twice is refused at the second operation, whatever the operations', async () => {
    const { body } = await member.post<{ id: string }>(items(), { fields: { name: 'twice' } });
    const operations = [
      { op: 'create', fields: { name: 'other' } },
      { op: 'update', id: body.id, fields: { name: 'first' } },
      { op: 'delete', id: body.id.toUpperCase() },
    ];
    const refused = await member.post<{ error: { code: string; details: readonly object[] } }>(`${items()}/batch`, {
      operations,
    });

    expect(refused.status).toBe(422);
    expect(refused.body.error.details).toEqual([
      expect.objectContaining({ path: '/operations/2/id', code: 'duplicate' }),
    ]);
    expect(await names('name == "other" || name == "first"')).toEqual([]);
  });
});
