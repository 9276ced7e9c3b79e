import { endedJob, startShippedServer, type ShippedServer, until } from '@cubit/testing/shipped';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { importFile, pathOf } from '../fixtures/import-file.js';

jest.setTimeout(300_000);
const FORMATS = ['csv', 'json', 'ndjson'] as const;

let server: ShippedServer;
let path: string;
let client: ReturnType<ShippedServer['as']>;

/** A workspace with records of most kinds. */
beforeAll(async () => {
  server = await startShippedServer({});
  client = server.as((await server.workspace()).owner);
  const made = await client.post<{ job: string }>('/api/v1/me/orgs', {
    ...{ slug: 'sample', name: 'Sample', sample: 'workshop' },
  });
  path = '/api/v1/orgs/sample';
  await endedJob(
    async () => (await client.get<{ state: string; progress: unknown }>(`${path}/jobs/${made.body.job}`)).body,
  );
  await until('the sweeps have noted what is due in the sample', async () => (await dueNow()).length === 0);
});
afterAll(() => server.close());

/** Sweeps write to records whose time has come, a day before it for tasks that are due soon. */
const dueNow = async () => {
  const { rows } = await server.database.pool.query<{ key: string }>(
    `select due.key from record, jsonb_each_text(record.fields) due
      where due.key in ('soon_from', 'overdue_from', 'expires_from', 'replace_from', 'check_at', 'wake_at')
        and due.value::timestamptz <= now() + case due.key when 'soon_from' then interval '1 day' else '0' end`,
  );
  return rows;
};

const exported = async (kind: string, format: string) =>
  (await client.get(`${pathOf({ workspace: { path }, kind })}/export?format=${format}`)).text;
const take = async (kind: string, format: string, content: string) =>
  (await importFile(client, { workspace: { path }, kind, file: { name: `file.${format}`, content } })).result;

it.each(FORMATS)('an export of any kind as %s changes nothing when it is imported', async (format) => {
  const { body } = await client.get<{ data: readonly { id: string; access: string }[] }>(`${path}/kinds`);
  const seen: Record<string, number> = {};
  for (const { id: kind, access } of body.data) {
    if (access === 'read-only') continue;
    const text = await exported(kind, format);
    const list = await client.get<{ total: number }>(`${pathOf({ workspace: { path }, kind })}?count=exact&limit=1`);
    const { total } = list.body;
    if (list.status !== 200 || total === 0) continue;
    const before = await exported(kind, 'ndjson');
    const { rows, unchanged, rejected, reading, warnings } = await take(kind, format, text);
    const got = { kind, rows, unchanged, rejected, reading, warnings: warnings.first };
    expect(got).toEqual({
      kind,
      rows: total,
      unchanged: total,
      rejected: 0,
      reading: 'exact',
      warnings: [],
    });
    expect(await exported(kind, 'ndjson')).toBe(before);
    seen[kind] = total;
  }
  expect(Object.keys(seen).length).toBeGreaterThan(12);
});

it.each(FORMATS)('deleted parts come back from their export as %s with every character', async (format) => {
  const parts = pathOf({ workspace: { path }, kind: 'inventory:part' });
  const words = ['n/a', 'NULL', ' – ', '  two  spaces', '#N/A', '12 pcs', '=1+1', "'quoted"];
  const operations = words.map((word) => ({
    op: 'create',
    fields: {
      name: `${word} ${format}`,
      description: word,
      notes: `${word}\n\n ${word}`,
      link: 'https://example.org/a;b',
    },
    tags: [`${word.trim()}, x`],
  }));
  const made = await client.post<{ results: readonly { record: { id: string } }[] }>(`${parts}/batch`, { operations });
  expect(made.status).toBe(200);
  const { body } = await client.get<{ data: readonly { id: string; fields: { link?: string } }[] }>(
    `${parts}?limit=200&sort=-created_at`,
  );
  const own = body.data.filter(({ fields }) => fields.link === 'https://example.org/a;b');
  const query = `filter=${encodeURIComponent('link == "https://example.org/a;b"')}`;
  const { text } = await client.get(`${parts}/export?format=${format}&${query}`);
  for (const { id } of own) expect((await client.delete(`${parts}/${id}?permanent=true`)).status).toBe(204);
  expect(await take('inventory:part', format, text)).toMatchObject({
    created: words.length,
    rejected: 0,
    warnings: { count: 0 },
  });
  for (const before of own) {
    const { fields, tags } = (await client.get<typeof before & { tags: readonly string[] }>(`${parts}/${before.id}`))
      .body;
    expect({ fields, tags }).toEqual({ fields: before.fields, tags: (before as { tags?: unknown }).tags });
    expect((await client.delete(`${parts}/${before.id}?permanent=true`)).status).toBe(204);
  }
});
