import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { createHash, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createClock,
  createLog,
  createTestServer,
  startFakeS3,
  type TestServer,
  type TestWorkspace,
  until,
} from '@cubit/testing';
import { startFileBench, type FileBench } from '../fixtures/file-bench.js';
import type { BlobStore } from './store/blob-store.js';
import { DirectoryStore } from './store/directory-store.js';
import { S3Store } from './store/s3-store.js';

const QUOTA = 1_000;
const s3 = await startFakeS3();
const folder = join(tmpdir(), `cubit-files-${randomUUID()}`);
const log = createLog();
const STORES: readonly (readonly [string, BlobStore])[] = [
  ['the data directory', new DirectoryStore(folder)],
  ['S3-compatible storage', new S3Store(s3.settings, { log })],
];
afterAll(() => s3.close());

describe.each(STORES)('files stored in %s', (_name, store) => {
  // A clock of its own: the stray files of the other store would otherwise expire too.
  const clock = createClock();
  let bench: FileBench<TestServer>;
  let workspace: TestWorkspace;
  let token: string;
  beforeAll(async () => {
    bench = await startFileBench((parts) => createTestServer({ ...parts, now: clock.now }), {
      store,
      quotaBytes: QUOTA,
    });
    workspace = await bench.server.workspace();
    token = await bench.server.mintToken(workspace.owner);
  });
  afterAll(() => bench.close());

  const upload = (content: string, attachedTo?: object) =>
    bench.upload(workspace, content, { user: token, ...(attachedTo ? { attachedTo } : {}) });
  const at = (id: string) => `${workspace.path}/files/${id}`;
  const remove = (id: string) => bench.send(token, at(id), { method: 'DELETE' });
  const kept = async () => {
    const names = [];
    for await (const { workspaceId, sha256 } of store.list()) if (workspaceId === workspace.id) names.push(sha256);
    return names.sort();
  };
  const addBox = async (fields: object) => {
    const { body } = await bench.server
      .as(token)
      .post<{ id: string }>(`${workspace.path}/modules/shelf/records/box`, { fields: { name: 'Box', ...fields } });
    return body.id;
  };

  it('come back byte for byte, in parts too, and are removed when they are deleted', async () => {
    const content = '0123456789'.repeat(20);
    const { body, status } = await upload(content);
    expect([status, await kept()]).toEqual([201, [body.sha256]]);
    expect((await bench.send(token, `${at(body.id)}/content`)).bytes.toString()).toBe(content);
    const part = await bench.send(token, `${at(body.id)}/content`, { headers: { range: 'bytes=5-14' } });
    expect([part.status, part.bytes.toString()]).toEqual([206, '5678901234']);
    const head = await bench.send(token, `${at(body.id)}/content`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '200']);
    await remove(body.id);
    await until('nothing is kept', async () => (await kept()).length === 0);
  });

  it('never exceed the quota, even with concurrent uploads; equal bytes count once', async () => {
    const texts = Array.from({ length: 8 }, (_, n) => `${n}`.repeat(300));
    const answers = await Promise.all(texts.map((text) => upload(text)));
    const outcomes = answers.map(({ status, body }) => body.error?.code ?? status).sort();
    expect(outcomes).toEqual([201, 201, 201, ...Array.from({ length: 5 }, () => 'quota_exceeded')]);
    const taken = answers.filter(({ status }) => status === 201);
    await until('only the taken are kept', async () => (await kept()).length === taken.length);
    const winner = texts[answers.findIndex(({ status }) => status === 201)] ?? '';
    const again = await upload(winner);
    expect(again.status).toBe(201);
    for (const { body } of [again, ...taken]) expect((await remove(body.id)).status).toBe(204);
    expect((await upload('x'.repeat(QUOTA))).status).toBe(201);
    const all = await bench.send<{ data: { id: string }[] }>(token, `${workspace.path}/files`);
    for (const { id } of all.body.data) await remove(id);
    await until('nothing is kept', async () => (await kept()).length === 0);
  });

  it('are deleted a week after the last record stops using them; bytes without a file after some hours', async () => {
    const box = await addBox({});
    const photo = await upload('photo');
    const holder = await addBox({ photo: photo.body.id });
    const attached = await upload('attached', { kind: 'shelf:box', id: box });
    const loose = await upload('loose');
    const stray = { workspaceId: workspace.id, sha256: createHash('sha256').update('stray').digest('hex') };
    await mkdir(bench.folder, { recursive: true });
    const source = join(bench.folder, 'stray');
    await writeFile(source, 'stray');
    await store.put({ ...stray, path: source, size: 5 });
    const left = join(bench.folder, 'incoming', 'left-by-a-killed-process');
    await writeFile(left, 'half');
    await utimes(left, new Date(0), new Date(0));

    await bench.files.sweep();
    expect([(await kept()).length, (await bench.onDisk()).incoming]).toEqual([4, 0]);
    clock.advance({ days: 8 });
    await bench.files.sweep();
    await until('two are kept', async () => (await kept()).length === 2);
    expect(await kept()).toEqual([photo.body.sha256, attached.body.sha256].sort());
    expect((await bench.send(token, at(loose.body.id))).status).toBe(404);

    const records = `${workspace.path}/modules/shelf/records/box`;
    for (const id of [box, holder]) await bench.server.as(token).delete(`${records}/${id}`);
    await bench.files.sweep();
    clock.advance({ days: 8 });
    await bench.files.sweep();
    expect((await bench.server.as(token).post(`${records}/${holder}/restore`)).status).toBe(200);
    expect((await bench.send(token, `${at(photo.body.id)}/content`)).bytes.toString()).toBe('photo');

    for (const id of [box, holder]) await bench.server.as(token).delete(`${records}/${id}?permanent=true`);
    await bench.files.sweep();
    expect((await kept()).length).toBe(2);
    clock.advance({ days: 8 });
    await bench.files.sweep();
    await until('nothing is kept', async () => (await kept()).length === 0);
  });

  it('can be attached again before the week has passed', async () => {
    const { body } = await upload('second thoughts');
    await bench.files.sweep();
    clock.advance({ days: 6 });
    const box = await addBox({ photo: body.id });
    await bench.files.sweep();
    clock.advance({ days: 6 });
    await bench.files.sweep();
    expect((await bench.send(token, at(body.id))).status).toBe(200);
    await bench.server
      .as(token)
      .patch(`${workspace.path}/modules/shelf/records/box/${box}`, { fields: { photo: null } });
    await remove(body.id);
  });
});

describe('unavailable S3-compatible storage', () => {
  it('answers 503, and creates no file from the upload', async () => {
    const [, store] = STORES[1] as readonly [string, BlobStore];
    const bench = await startFileBench(createTestServer, { store });
    try {
      const workspace = await bench.server.workspace();
      s3.goAway(true);
      const refused = await bench.upload(workspace, 'while it is away');
      expect([refused.status, refused.body.error?.code, refused.headers.get('retry-after')]).toEqual([
        503,
        'unavailable',
        '5',
      ]);
      s3.goAway(false);
      expect((await bench.upload(workspace, 'once it is back')).status).toBe(201);
      const { body } = await bench.send<{ data: object[] }>(workspace.owner, `${workspace.path}/files`);
      expect([body.data.length, (await bench.onDisk()).incoming]).toEqual([1, 0]);
    } finally {
      s3.goAway(false);
      await bench.close();
    }
  });
});
