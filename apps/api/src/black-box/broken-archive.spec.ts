import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { startShippedServer, until, type ShippedServer } from '@cubit/testing/shipped';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  ARCHIVE_MAX_BYTES,
  populateWorkshop,
  Instance,
  type Job,
  type Person,
  type Workshop,
} from '../fixtures/archive-instance.js';
import { pack, seal, type PackedFile } from '../fixtures/packed-archive.js';

jest.setTimeout(180_000);

let there: Instance<ShippedServer>;
let archive: Workshop['archive'];
let files: Workshop['files'];

beforeAll(async () => {
  there = await Instance.start(startShippedServer);
  ({ archive, files } = await populateWorkshop(there));
});
afterAll(() => there.close());

describe('a broken archive', () => {
  let path: string;
  let user: Person;
  let before: object;
  beforeAll(async () => {
    user = await there.server.register();
    path = await there.addWorkspace('empty', user);
    before = await stateOf();
  });

  /** The parts of a cancelled import are deleted a day later. */
  const stateOf = async () => {
    const { rows } = await there.server.database.pool.query<{ state: object }>(
      `select json_build_object('version', w.schema_version, 'settings', w.settings,
        'modules', (select count(*) from workspace_module m where m.workspace_id = w.id and m.enabled),
        'records', (select count(*) from record r where r.workspace_id = w.id),
        'history', (select count(*) from record_change h where h.workspace_id = w.id),
        'search', (select count(*) from record_search s where s.workspace_id = w.id),
        'fields', (select count(*) from field_definition f where f.workspace_id = w.id),
        'tags', (select count(*) from tag t where t.workspace_id = w.id),
        'files', (select count(*) from file f where f.workspace_id = w.id),
        'bytes', (select coalesce(sum(bytes), 0) from file_usage u where u.workspace_id = w.id),
        'views', (select count(*) from saved_view v where v.workspace_id = w.id),
        'received', (select count(*) from import_chunk c join job j on j.id = c.import_id where c.workspace_id = w.id and j.state <> 'cancelled')) as state
      from workspace w where w.slug = 'empty'`,
    );
    return rows[0]?.state ?? {};
  };
  const PARTS = 'records/inventory/part/0001.ndjson';
  const find = (name: string) => files.find((file) => file.path === name) as PackedFile;
  const linesOf = (name: string) =>
    find(name)
      .bytes.toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const withBytes = (name: string, bytes: Buffer | string) =>
    files.map((file) => (file.path === name ? { ...file, bytes: Buffer.from(bytes) } : file));
  const withLines = (name: string, change: (lines: Record<string, unknown>[]) => readonly object[]) =>
    withBytes(
      name,
      change(linesOf(name))
        .map((line) => `${JSON.stringify(line)}\n`)
        .join(''),
    );
  const withManifest = (change: object) =>
    withBytes(
      'manifest.json',
      JSON.stringify({ ...(JSON.parse(find('manifest.json').bytes.toString()) as object), ...change }),
    );
  const first = (change: (line: Record<string, unknown>) => object) => (lines: Record<string, unknown>[]) =>
    lines.map((line, index) => (index === 0 ? { ...line, ...change(line) } : line));
  const content = () => files.find((file) => file.path.startsWith('contents/')) as PackedFile;
  const inserted = (file: PackedFile, at = 1) => [...files.slice(0, at), file, ...files.slice(at)];
  const UNKNOWN = '0190a6e2-7c1d-7b3a-9f00-0000000000ff';
  const someOf = (line: Record<string, unknown>) => line['fields'] as object;

  const CASES: readonly (readonly [string, () => Uint8Array, string | RegExp, string])[] = [
    ['is no gzip file', () => Buffer.from('Not an archive.'), '', 'format'],
    ['is an empty file', () => Buffer.alloc(0), '', 'format'],
    ['is a gzip file of something else', () => gzipSync(Buffer.alloc(2_000, 'x')), '', 'format'],
    ['is cut off', () => archive.subarray(0, Math.floor(archive.length / 2)), '', 'format'],
    ['ends before its sums', () => pack(files.slice(0, -1)), '', 'format'],
    [
      'has been changed on its way',
      () => archive.map((byte, at) => (at === archive.length - 6 ? byte ^ 0xff : byte)),
      '',
      'format',
    ],
    ['unpacks to more than the instance takes', () => gzipSync(Buffer.alloc(ARCHIVE_MAX_BYTES * 2)), '', 'format'],
    [
      'unpacks to one endless line',
      () => seal(withBytes(PARTS, Buffer.alloc(17 * 1024 * 1024, 'x'))),
      `${PARTS}:1`,
      'too_long',
    ],
    ['is of another program', () => seal(withManifest({ format: 'tarball' })), 'manifest.json/format', 'format'],
    ['is of a later version', () => seal(withManifest({ version: 2 })), 'manifest.json/version', 'too_new'],
    ['has a manifest that is none', () => seal(withManifest({ workspace: 7 })), 'manifest.json/workspace', 'type'],
    [
      'has a module that is not installed',
      () => seal(withManifest({ modules: [{ name: 'lasers', version: '1.0.0', enabled: true, settings: {} }] })),
      'manifest.json/modules/0',
      'unknown',
    ],
    [
      'has a newer module',
      () => seal(withManifest({ modules: [{ name: 'inventory', version: '99.0.0', enabled: true, settings: {} }] })),
      'manifest.json/modules/0',
      'too_new',
    ],
    [
      'has a module without what it needs',
      () => seal(withManifest({ modules: [{ name: 'inventory', version: '0.0.1', enabled: true, settings: {} }] })),
      'manifest.json/modules/0',
      'dependency_missing',
    ],
    [
      'has settings that a module does not take',
      () =>
        seal(
          withManifest({ modules: [{ name: 'digifab', version: '0.0.1', enabled: false, settings: { nonsense: 1 } }] }),
        ),
      'manifest.json/modules/0/settings/nonsense',
      'unknown',
    ],
    [
      'has a kind that is not installed',
      () => seal(inserted({ path: 'records/inventory/laser/0001.ndjson', bytes: Buffer.from('{}\n') })),
      'records/inventory/laser/0001.ndjson',
      'unknown',
    ],
    [
      'leads out of its folder',
      () => seal(inserted({ path: '../../etc/passwd', bytes: Buffer.from('root') })),
      '../../etc/passwd',
      'unknown',
    ],
    [
      'has a path of the root',
      () => seal(inserted({ path: '/etc/passwd', bytes: Buffer.from('root') })),
      '/etc/passwd',
      'unknown',
    ],
    ['has a link', () => pack(inserted({ path: PARTS, bytes: Buffer.alloc(0), type: '2' })), '', 'format'],
    [
      'has its files in another order',
      () => seal([files[0] as PackedFile, ...files.slice(1).toReversed()]),
      /.*/,
      'order',
    ],
    ['has a file twice', () => seal(inserted(find(PARTS), files.indexOf(find(PARTS)))), PARTS, 'order'],
    ['lacks a file', () => pack(files.filter((file) => file.path !== 'history/0001.ndjson')), /.*/, 'checksum'],
    [
      'has another row than was written',
      () =>
        pack(
          withLines(
            PARTS,
            first(() => ({ title: 'Other' })),
          ),
        ),
      PARTS,
      'checksum',
    ],
    ['has a line that is no JSON', () => seal(withBytes(PARTS, '{"id":\n')), `${PARTS}:1`, 'format'],
    [
      'has a line with a NUL',
      () =>
        seal(
          withLines(
            PARTS,
            first(() => ({ title: 'a\u0000b' })),
          ),
        ),
      `${PARTS}:1`,
      'format',
    ],
    [
      'has a record without an id',
      () =>
        seal(
          withLines(
            PARTS,
            first(() => ({ id: 7 })),
          ),
        ),
      `${PARTS}:1/id`,
      'type',
    ],
    [
      'has a record with a member that is none',
      () =>
        seal(
          withLines(
            PARTS,
            first(() => ({ rank: 7 })),
          ),
        ),
      `${PARTS}:1/rank`,
      'unknown',
    ],
    [
      'has a record that its kind does not allow',
      () =>
        seal(
          withLines(
            PARTS,
            first((line) => ({ fields: { ...someOf(line), min_stock: 'many' } })),
          ),
        ),
      `${PARTS}:1/fields/min_stock`,
      'type',
    ],
    [
      'has a field that its kind does not have',
      () =>
        seal(
          withLines(
            PARTS,
            first((line) => ({ fields: { ...someOf(line), nonsense: 1 } })),
          ),
        ),
      `${PARTS}:1/fields/nonsense`,
      'unknown',
    ],
    [
      'has a time that is none',
      () =>
        seal(
          withLines(
            PARTS,
            first(() => ({ created_at: 'yesterday' })),
          ),
        ),
      `${PARTS}:1/created_at`,
      'format',
    ],
    [
      'has a record twice',
      () => seal(withLines(PARTS, (lines) => [...lines, lines[0] ?? {}])),
      `${PARTS}:1`,
      'already_exists',
    ],
    [
      'has a unique value twice',
      () =>
        seal(
          withLines(PARTS, (lines) =>
            lines.map((line) => ({ ...line, deleted_at: null, fields: { ...someOf(line), ipn: 'SAME' } })),
          ),
        ),
      new RegExp(`^${PARTS}:\\d+/fields/ipn$`),
      'already_exists',
    ],
    [
      'refers to nothing',
      () =>
        seal(
          withLines(
            PARTS,
            first((line) => ({ deleted_at: null, fields: { ...someOf(line), category: UNKNOWN } })),
          ),
        ),
      new RegExp('^records/inventory/part/[0-9a-f-]+/fields/category$'),
      'unknown_reference',
    ],
    [
      'has a file field that holds nothing',
      () =>
        seal(
          withLines(
            PARTS,
            first((line) => ({ fields: { ...someOf(line), sheet: UNKNOWN } })),
          ),
        ),
      new RegExp('^inventory:part/[0-9a-f-]+/fields/sheet$'),
      'unknown_reference',
    ],
    [
      'tells the history of nothing',
      () =>
        seal(
          withLines(
            'history/0001.ndjson',
            first(() => ({ record_id: UNKNOWN })),
          ),
        ),
      'history',
      'unknown_reference',
    ],
    [
      'has other bytes than their name says',
      () => seal(withBytes(content().path, 'Other bytes.')),
      /^contents\//,
      'checksum',
    ],
    [
      'lacks the bytes of a file',
      () => seal(files.filter((file) => !file.path.startsWith('contents/'))),
      'files/0001.ndjson:1/sha256',
      'unknown_reference',
    ],
    [
      'has bytes that no file has',
      () => seal(files.filter((file) => file.path !== 'files/0001.ndjson')),
      /./,
      'unknown_reference',
    ],
    [
      'has a file with a path for a name',
      () =>
        seal(
          withLines(
            'files/0001.ndjson',
            first(() => ({ name: '../x' })),
          ),
        ),
      'files/0001.ndjson:1/name',
      'pattern',
    ],
    [
      'has a field definition that does not hold together',
      () =>
        seal(
          withLines(
            'fields/0001.ndjson',
            first(() => ({ type: 'select' })),
          ),
        ),
      'fields/0001.ndjson:1/options',
      'required',
    ],
    [
      'has a tag twice',
      () => seal(withLines('tags/0001.ndjson', (lines) => [...lines, lines[0] ?? {}])),
      /^tags\//,
      'already_exists',
    ],
    [
      'has a view twice',
      () => seal(withLines('views/0001.ndjson', (lines) => [...lines, lines[0] ?? {}])),
      /^views\//,
      'already_exists',
    ],
    [
      'has a view of no layout',
      () =>
        seal(
          withLines(
            'views/0001.ndjson',
            first(() => ({ layout: 'pie' })),
          ),
        ),
      'views/0001.ndjson:1/layout',
      'enum',
    ],
    [
      'has a wire without an action',
      () =>
        seal(
          withLines(
            'wires/0001.ndjson',
            first(() => ({ action: null })),
          ),
        ),
      'wires/0001.ndjson:1/action',
      'type',
    ],
    [
      'goes on after its end',
      () => seal([...files, { path: 'views/0002.ndjson', bytes: Buffer.from('{}\n') }]),
      /./,
      'order',
    ],
  ];

  it.each(CASES)('is refused if it %s, and leaves the workspace empty', async (_title, broken, place, code) => {
    const job = await there.importArchive(path, user, broken());
    expect(job).toMatchObject({ state: 'failed', result: null });
    const [fault] = (job.error?.details ?? []) as readonly { path: string; code: string; message: string }[];
    expect([fault, job.error]).toMatchObject([
      { path: expect.stringMatching(place), code },
      { code: 'validation_failed' },
    ]);
    if (typeof place === 'string') expect(fault?.path).toBe(place);
    expect(await stateOf()).toEqual(before);
  });

  it('can be cancelled during the import, which leaves the workspace empty', async () => {
    const [line] = linesOf(PARTS).map(({ fields, ...rest }) => ({
      ...rest,
      fields: { ...(fields as object), ipn: undefined },
    }));
    const many = withLines(PARTS, (lines) => [
      ...lines,
      ...Array.from({ length: 20_000 }, () => ({ ...line, id: randomUUID() })),
    ]);
    const { body } = await there.sendArchive(path, user, seal(many));
    const read = async () => (await there.as(user).get<Job>(`${path}/jobs/${body.id}`)).body;
    await until('the import has begun', async () => (await read()).progress.done > 0);
    expect((await there.as(user).delete(`${path}/jobs/${body.id}`)).status).toBe(204);
    expect(await there.awaitJob(path, user, body.id)).toMatchObject({ state: 'cancelled', result: null });
    expect(await stateOf()).toEqual(before);
  });

  it('can be imported in a dry run first, and then for real', async () => {
    const rehearsed = await there.importArchive(path, user, archive, '?dry_run=true');
    expect(rehearsed).toMatchObject({ state: 'succeeded', result: { views: 2 } });
    expect(await stateOf()).toEqual(before);
    const taken = await there.importArchive(path, user, archive);
    expect(taken).toMatchObject({ state: 'succeeded', result: rehearsed.result });
  });

  it('is refused immediately if it exceeds the size limit', async () => {
    const other = await there.addWorkspace('large', user);
    const large = await there.sendArchive(other, user, Buffer.alloc(ARCHIVE_MAX_BYTES + 1));
    expect(large).toMatchObject({ status: 413 });
  });

  it('is imported once if it is sent twice at the same time', async () => {
    const both = await there.addWorkspace('both', user);
    const jobs = await Promise.all([1, 2].map(() => there.importArchive(both, user, archive)));
    expect(jobs.map(({ state }) => state).sort()).toEqual(['failed', 'succeeded']);
    expect(jobs.find(({ state }) => state === 'failed')?.error).toMatchObject({ code: 'conflict' });
  });
});
