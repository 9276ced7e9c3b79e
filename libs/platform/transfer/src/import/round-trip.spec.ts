import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestServer, type TestWorkspace } from '@cubit/testing';
import fc from 'fast-check';
import { defineKind } from '@cubit/core';
import { good, group, store } from '../../fixtures/store.module.js';
import { startImportServer } from '../../fixtures/import-server.js';
import { untilEnded } from '../../fixtures/until-ended.js';

/** Text with any characters that a file format, a spreadsheet or a separator could misinterpret. */
const awkward = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.string({
      unit: fc.constantFrom('"', "'", ',', ';', '\\', '/', '\n', '\r', '\t', ' ', '=', '+', '-', '@', '[', ']', 'x'),
      maxLength: 12,
    }),
    fc.constantFrom(
      'n/a',
      'N/A',
      '#N/A',
      'null',
      'NaN',
      'undefined',
      '—',
      ' x ',
      'a  b',
      '"q", c',
      '1-3',
      '0x10',
      '12 pcs',
    ),
  )
  .filter((text) => !text.includes('\0'));
const named = awkward.filter((text) => text !== '');
const tag = named.filter((text) => /^\S(.*\S)?$/u.test(text)).map((text) => text.slice(0, 50));
const uuid = fc.constant('').map(() => crypto.randomUUID());

function arbitraryGood(groups: readonly string[], member: string) {
  const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 2 });
  const group = fc.constantFrom(...groups);
  return fc.record({
    tags: fc.uniqueArray(
      tag.filter((text) => /^\S(.*\S)?$/.test(text)),
      { maxLength: 3 },
    ),
    fields: fc.record({
      name: named,
      code: optional(uuid),
      notes: optional(awkward),
      group: optional(group),
      related: optional(fc.uniqueArray(group, { maxLength: 3 })),
      subject: optional(group.map((id) => ({ kind: 'store:group', id }))),
      keeper: optional(fc.constant(member)),
      price: optional(
        fc.record({ amount: fc.constantFrom('12.3400', '-1', '0.5'), currency: fc.constantFrom('EUR', 'USD') }),
      ),
      qty: optional(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((scaled) => scaled / 1_000_000)),
      boxes: optional(fc.integer({ min: -1_000, max: 1_000 })),
      fragile: optional(fc.boolean()),
      bought_on: optional(fc.constantFrom('2026-01-31', '2024-02-29')),
      seen_at: optional(fc.constantFrom('2026-01-02T03:04:05.678Z', '2026-06-01T12:00:00+02:00')),
      link: optional(fc.constantFrom('https://example.org/a?b=c,d', 'http://example.org/;x')),
      contact: optional(fc.constant('ada@example.org')),
      sizes: optional(fc.array(fc.integer(), { maxLength: 3 })),
    }),
  });
}

/** A kind that reads files of other programs too: what it knows of them must not touch its own. */
const foreignGood = defineKind({
  ...good,
  importing: {
    columns: { name: ['title'], qty: ['quantity'] },
    fallbacks: { name: ['code', 'notes'] },
    match: ['name', 'code'],
    merge: { sum: 'qty', join: 'notes' },
  },
});

describe.each([
  ['of a kind', store],
  ['of a kind that knows files of other programs', { ...store, kinds: [group, foreignGood] }],
])('an export %s', (_title, module) => {
  let server: TestServer;
  let workspace: TestWorkspace;
  beforeAll(async () => {
    ({ server } = await startImportServer(module));
    workspace = await server.workspace();
  });
  afterAll(() => server.close());

  const MEDIA_TYPES = { csv: 'text/csv', json: 'application/json', ndjson: 'application/x-ndjson' } as const;

  it.each(['csv', 'json', 'ndjson'] as const)(
    'as %s restores all deleted records exactly, and changes nothing where they are there',
    async (format) => {
      const client = server.as(workspace.owner);
      const goods = `${workspace.path}/modules/store/records/good`;
      const groups = `${workspace.path}/modules/store/records/group`;
      const group = async (name: string, parent?: string) =>
        (await client.post<{ id: string }>(groups, { fields: { name, ...(parent ? { parent } : {}) } })).body.id;
      const root = await group('Root/1');
      const ids = [root, await group('"Leaf"', root), await group('Other;')];
      interface Found {
        readonly id: string;
        readonly fields: object;
        readonly tags: readonly string[];
      }
      const all = async () =>
        (await client.get<{ data: readonly Found[] }>(`${goods}?limit=200`)).body.data.map(({ id, fields, tags }) => ({
          id,
          fields,
          tags,
        }));
      const remove = async (permanent: boolean) => {
        for (const { id } of await all())
          expect((await client.delete(`${goods}/${id}?permanent=${permanent}`)).status).toBe(204);
      };
      const restore = async (text: string) => {
        const reply = await client.post<{ id: string }>(`${goods}/import`, text, {
          headers: { 'content-type': MEDIA_TYPES[format] },
        });
        expect(reply).toMatchObject({ status: 202 });
        return untilEnded(client, `${workspace.path}/jobs/${reply.body.id}`);
      };

      await fc.assert(
        fc.asyncProperty(
          fc.array(arbitraryGood(ids, workspace.owner.id), { minLength: 1, maxLength: 8 }),
          fc.boolean(),
          async (records, permanent) => {
            const operations = records.map((record) => ({
              op: 'create',
              ...(JSON.parse(JSON.stringify(record)) as object),
            }));
            const batch = await client.post(`${goods}/batch`, { operations });
            expect(batch).toMatchObject({ status: 200 });
            const before = await all();
            const { text } = await client.get(`${goods}/export?format=${format}`);
            await remove(permanent);
            const job = await restore(text);
            expect(job).toMatchObject({ state: 'succeeded', result: { rejected: 0 } });
            expect(await all()).toEqual(before);
            // A second import changes nothing.
            expect((await restore(text)).result).toMatchObject({
              ...{ created: 0, updated: 0, unchanged: before.length, rejected: 0 },
              ...{ reading: 'exact', warnings: { count: 0 } },
            });
            expect(await all()).toEqual(before);
            await remove(true);
          },
        ),
        { numRuns: 6, seed: 7, endOnFailure: true },
      );
    },
  );
});
