import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, recordStatements, type TestServer, type TestWorkspace, until } from '@cubit/testing';
import sharp from 'sharp';
import { startFileBench, type FileBench, type FileView } from '../fixtures/file-bench.js';

const UNKNOWN = '0190a6e2-7c1d-7b3a-9f00-0000000000ff';

let bench: FileBench<TestServer>;
let workspace: TestWorkspace;
beforeAll(async () => {
  bench = await startFileBench(createTestServer, { maxBytes: 200_000 });
  workspace = await bench.server.workspace();
});
afterAll(() => bench.close());

const owner = () => workspace.owner;
async function addBox(name: string, photo?: string): Promise<string> {
  const { body, status, text } = await bench.server
    .as(owner())
    .post<{ id: string }>(`${workspace.path}/modules/shelf/records/box`, {
      fields: { name, ...(photo ? { photo } : {}) },
    });
  if (status !== 201) throw new Error(text);
  return body.id;
}
const contentOf = (id: string, headers: Record<string, string> = {}, query = '') =>
  bench.send(owner(), `${workspace.path}/files/${id}/content${query}`, { headers });

/** Sends a body unchanged; closes the connection after `leaveAfter` bytes if given. */
function sendRaw(
  body: string,
  { contentType, length = Buffer.byteLength(body) }: { contentType: string; length?: number },
) {
  return new Promise<{ status: number; code: string } | null>((resolve) => {
    const sent = httpRequest(
      `${bench.address}${workspace.path}/files`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${owner().token}`, 'content-type': contentType, 'content-length': length },
      },
      (res) => {
        const chunks: Buffer[] = [];
        res.on('data', (chunk: Buffer) => chunks.push(chunk));
        res.on('end', () => {
          const { error } = JSON.parse(Buffer.concat(chunks).toString()) as { error: { code: string } };
          resolve({ status: res.statusCode ?? 0, code: error.code });
        });
      },
    );
    sent.on('error', () => resolve(null));
    if (length > Buffer.byteLength(body)) sent.write(body, () => sent.destroy());
    else sent.end(body);
  });
}

describe('an upload', () => {
  it('answers with the file, its URL, and what its bytes show', async () => {
    const box = await addBox('Box of screws');
    const attachedTo = { kind: 'shelf:box', id: box };
    const made = await bench.upload(workspace, 'Twelve screws', { name: 'Inhalt – Käfer.txt', attachedTo });
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.any(String),
        name: 'Inhalt – Käfer.txt',
        media_type: 'text/plain',
        size: 13,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        created_at: expect.any(String),
        created_by: owner().id,
        attached_to: attachedTo,
      },
    ]);
    expect(made.headers.get('location')).toBe(`${workspace.path}/files/${made.body.id}`);
    const read = await bench.send(owner(), `${workspace.path}/files/${made.body.id}`);
    expect(read.body).toEqual(made.body);
    const listed = await bench.send<{ data: FileView[] }>(owner(), `${workspace.path}/files?record_id=${box}`);
    expect(listed.body.data).toEqual([made.body]);
    const log = await bench.server
      .as(owner())
      .get<{ data: { payload: object }[] }>(`${workspace.path}/event-log?name=files.file.uploaded`);
    expect(log.body.data[0]?.payload).toMatchObject({ fileId: made.body.id, size: 13, attachedTo });
  });

  it('gets its media type from its bytes, not from its name', async () => {
    const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const types = [];
    for (const [name, content] of [
      ['liar.txt', png],
      ['liar.png', '<script>alert(1)</script>'],
      ['page.html', '<script>alert(1)</script>'],
      ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
      ['noise', randomBytes(64)],
      ['part.stl', randomBytes(134)],
      ['parts.csv', 'name;qty\nBolt;4'],
    ] as const)
      types.push((await bench.upload(workspace, content, { name })).body.media_type);
    expect(types).toEqual([
      'image/png',
      'text/plain',
      'text/html',
      'image/svg+xml',
      'application/octet-stream',
      'model/stl',
      'text/csv',
    ]);
  });

  it('stores equal bytes once per workspace, and deletes them with the last file that uses them', async () => {
    const own = await bench.server.workspace();
    const other = await bench.server.workspace();
    const { kept } = await bench.onDisk();
    const first = await bench.upload(own, 'the same bytes');
    const second = await bench.upload(own, 'the same bytes', { name: 'copy.txt' });
    await bench.upload(other, 'the same bytes');
    expect((await bench.onDisk()).kept).toBe(kept + 2);
    const remove = (id: string) => bench.send(own.owner, `${own.path}/files/${id}`, { method: 'DELETE' });
    expect((await remove(first.body.id)).status).toBe(204);
    const left = await bench.send(own.owner, `${own.path}/files/${second.body.id}/content`);
    expect(left.bytes.toString()).toBe('the same bytes');
    expect((await remove(second.body.id)).status).toBe(204);
    await until('the content is kept', async () => (await bench.onDisk()).kept === kept + 1);
    expect((await bench.send(own.owner, `${own.path}/files/${second.body.id}`)).status).toBe(404);
  });

  it('is refused with the path of the fault, and leaves no file', async () => {
    const before = await bench.onDisk();
    const paths = async (
      reply: Promise<{ status: number; body: { error?: { details?: readonly { path: string }[] } } }>,
    ) => {
      const { status, body } = await reply;
      return [status, ...(body.error?.details ?? []).map(({ path }) => path)];
    };
    const form = (entries: Record<string, string | Blob>) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(entries)) body.append(name, value);
      return bench.send(owner(), `${workspace.path}/files`, { method: 'POST', body });
    };
    const file = new Blob(['refused']);
    expect(await paths(form({}))).toEqual([422, '/file']);
    expect(await paths(form({ file: 'no file' }))).toEqual([422, '/file']);
    expect(await paths(form({ file, more: file }))).toEqual([422, '/more']);
    expect(await paths(form({ file, attached_to: '{' }))).toEqual([422, '/attached_to']);
    expect(await paths(form({ file, attached_to: '{"kind":"shelf:box"}' }))).toEqual([422, '/attached_to/id']);
    const lost = (kind: string) => bench.upload(workspace, 'refused', { attachedTo: { kind, id: UNKNOWN } });
    expect(await paths(lost('shelf:box'))).toEqual([422, '/attached_to/id']);
    expect(await paths(lost('shelf:crate'))).toEqual([422, '/attached_to/kind']);
    const large = await bench.upload(workspace, Buffer.alloc(200_001));
    expect([large.status, large.body.error?.code]).toEqual([413, 'payload_too_large']);
    expect(await bench.onDisk()).toEqual(before);
  });

  it('that is not a complete form is refused and leaves no file', async () => {
    const before = await bench.onDisk();
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
    const form = 'multipart/form-data; boundary=x';
    const refused = { status: 400, code: 'invalid_request' };
    expect(await sendRaw('{}', { contentType: 'application/json' })).toEqual({
      status: 415,
      code: 'unsupported_media_type',
    });
    expect(await sendRaw('abc', { contentType: 'multipart/form-data' })).toEqual(refused);
    expect(await sendRaw('abc', { contentType: form })).toEqual(refused);
    expect(await sendRaw(`${head}abc`, { contentType: form })).toEqual(refused);
    expect(await sendRaw(`${head}abc\r\n--x\r\ncontent-`, { contentType: form })).toEqual(refused);
    expect(await sendRaw(`${head}abc`, { contentType: form, length: 100_000 })).toBeNull();
    await until('nothing is on its way in', async () => (await bench.onDisk()).incoming === 0);
    expect(await bench.onDisk()).toEqual(before);
  });

  it('creates one file for all requests with one idempotency key, whatever the form boundary', async () => {
    const headers = { 'idempotency-key': 'once' };
    const first = await bench.upload(workspace, 'idempotent', { headers });
    const again = await bench.upload(workspace, 'idempotent', { headers });
    expect([again.status, again.body.id]).toEqual([201, first.body.id]);
    const other = await bench.upload(workspace, 'something else', { headers });
    expect([other.status, other.body.error?.code]).toEqual([409, 'idempotency_key_reused']);
  });

  it('requires the role member; a viewer may only read', async () => {
    const viewer = await workspace.viewer();
    const file = await bench.upload(workspace, 'for all');
    expect((await bench.upload(workspace, 'by a viewer', { user: viewer })).status).toBe(403);
    expect((await bench.send(viewer, `${workspace.path}/files/${file.body.id}/content`)).bytes.toString()).toBe(
      'for all',
    );
  });
});

describe('the content of a file', () => {
  it('never runs scripts on the origin of the instance', async () => {
    const svg = await bench.upload(workspace, '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>', {
      name: 'ä"b.svg',
    });
    const { headers } = await contentOf(svg.body.id);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-disposition': `attachment; filename="__b.svg"; filename*=UTF-8''%C3%A4%22b.svg`,
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    });
    const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const picture = await bench.upload(workspace, png, { name: 'red.png' });
    expect((await contentOf(picture.body.id)).headers.get('content-disposition')).toBe('inline; filename="red.png"');
    const saved = await contentOf(picture.body.id, {}, '?download=true');
    expect(saved.headers.get('content-disposition')).toBe('attachment; filename="red.png"');
  });

  it('is sent in part if a range is requested', async () => {
    const bytes = randomBytes(150_000);
    const { body } = await bench.upload(workspace, bytes, { name: 'bytes' });
    const whole = await contentOf(body.id);
    const etag = whole.headers.get('etag') ?? '';
    expect([whole.status, whole.bytes.equals(bytes), whole.headers.get('content-length')]).toEqual([
      200,
      true,
      '150000',
    ]);
    const part = async (range: string, more: Record<string, string> = {}) => {
      const reply = await contentOf(body.id, { range, ...more });
      return [reply.status, reply.headers.get('content-range'), reply.bytes.length] as const;
    };
    expect(await part('bytes=0-9')).toEqual([206, 'bytes 0-9/150000', 10]);
    expect(await part('bytes=149999-')).toEqual([206, 'bytes 149999-149999/150000', 1]);
    expect(await part('bytes=-100')).toEqual([206, 'bytes 149900-149999/150000', 100]);
    expect(await part('bytes=100-99999999')).toEqual([206, 'bytes 100-149999/150000', 149_900]);
    expect(await part('bytes=0-9', { 'if-range': etag })).toEqual([206, 'bytes 0-9/150000', 10]);
    expect(await part('bytes=0-9', { 'if-range': '"older"' })).toEqual([200, null, 150_000]);
    expect(await part('bytes=0-1,5-6')).toEqual([200, null, 150_000]);
    expect((await part('bytes=150000-')).slice(0, 2)).toEqual([416, 'bytes */150000']);
    expect((await contentOf(body.id, { range: 'bytes=70000-70009' })).bytes).toEqual(bytes.subarray(70_000, 70_010));
    const known = await contentOf(body.id, { 'if-none-match': etag });
    expect([known.status, known.bytes.length]).toEqual([304, 0]);
    const head = await bench.send(owner(), `${workspace.path}/files/${body.id}/content`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([200, '150000', 0]);
    const nothing = await bench.upload(workspace, '', { name: 'empty' });
    expect((await contentOf(nothing.body.id)).status).toBe(200);
  });

  it('of an image is available as a thumbnail of the requested width, without metadata', async () => {
    const photo = await sharp({ create: { width: 600, height: 300, channels: 3, background: 'blue' } })
      .withMetadata({ exif: { IFD0: { Copyright: 'somebody' } }, orientation: 6 })
      .jpeg()
      .toBuffer();
    const { body } = await bench.upload(workspace, photo, { name: 'photo.jpg' });
    const small = await contentOf(body.id, {}, '?w=100');
    const { width, height, format, exif } = await sharp(small.bytes).metadata();
    expect([small.status, width, height, format, exif]).toEqual([200, 100, 200, 'webp', undefined]);
    expect([small.headers.get('content-type'), small.headers.get('content-security-policy')]).toEqual([
      'image/webp',
      'sandbox',
    ]);
    const again = await contentOf(body.id, { 'if-none-match': small.headers.get('etag') ?? '' }, '?w=100');
    expect(again.status).toBe(304);
  });

  it('has no thumbnail if it is not an image, is a broken one, or has too many pixels', async () => {
    const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const bomb = claimingPixels(png, 60_000);
    const refusals = [];
    for (const [name, content] of [
      ['bomb.png', bomb],
      ['broken.png', png.subarray(0, 60)],
      ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
      ['note.txt', 'text'],
    ] as const) {
      const { body } = await bench.upload(workspace, content, { name });
      const { status, body: refused } = await contentOf(body.id, {}, '?w=100');
      refusals.push([status, refused.error?.details?.[0]?.path]);
    }
    expect(refusals).toEqual(Array.from({ length: 4 }, () => [400, 'query:w']));
    expect((await contentOf(UNKNOWN, {}, '?w=1')).status).toBe(400);
  });
});

describe('a file of a record', () => {
  it('must belong to the workspace, which one statement checks for a whole write', async () => {
    const stranger = await bench.server.workspace();
    const foreign = await bench.upload(stranger, 'foreign');
    for (const photo of [UNKNOWN, foreign.body.id]) {
      const { status, body } = await bench.server
        .as(owner())
        .post<{ error: object }>(`${workspace.path}/modules/shelf/records/box`, { fields: { name: 'Box', photo } });
      expect([status, body.error]).toEqual([
        422,
        expect.objectContaining({
          details: [expect.objectContaining({ path: '/fields/photo', code: 'unknown_reference' })],
        }),
      ]);
    }
    const own = await bench.upload(workspace, 'own');
    const operations = Array.from({ length: 20 }, (_, n) => ({
      op: 'create',
      fields: { name: `Box ${n}`, photo: own.body.id },
    }));
    const boxes = `${workspace.path}/modules/shelf/records/box/batch`;
    const statements = await recordStatements(bench.server.database, async () => {
      expect((await bench.server.as(owner()).post(boxes, { operations })).status).toBe(200);
    });
    expect(statements.filter((text) => /from file\b/.test(text))).toHaveLength(1);
  });

  it('cannot be deleted while a field refers to it, even in the trash, and can afterwards', async () => {
    const { body } = await bench.upload(workspace, 'held');
    const box = await addBox('Holder', body.id);
    const record = `${workspace.path}/modules/shelf/records/box/${box}`;
    const remove = () => bench.send(owner(), `${workspace.path}/files/${body.id}`, { method: 'DELETE' });
    expect([(await remove()).status, (await remove()).body.error?.code]).toEqual([409, 'in_use']);
    await bench.server.as(owner()).delete(record);
    expect((await remove()).status).toBe(409);
    expect((await bench.server.as(owner()).post(`${record}/restore`)).status).toBe(200);
    await bench.server.as(owner()).patch(record, { fields: { photo: null } });
    expect((await remove()).status).toBe(204);
  });

  it('is attached, renamed and detached', async () => {
    const { body } = await bench.upload(workspace, 'attach me');
    const box = await addBox('Target');
    const patch = (change: object) =>
      bench.send(owner(), `${workspace.path}/files/${body.id}`, {
        method: 'PATCH',
        body: JSON.stringify(change),
        headers: { 'content-type': 'application/json' },
      });
    const attached = await patch({ attached_to: { kind: 'shelf:box', id: box }, name: 'attached.txt' });
    expect([attached.status, attached.body.name, attached.body.attached_to]).toEqual([
      200,
      'attached.txt',
      { kind: 'shelf:box', id: box },
    ]);
    expect((await patch({ attached_to: { kind: 'shelf:box', id: UNKNOWN } })).status).toBe(422);
    expect((await patch({ name: 'a/b' })).status).toBe(422);
    expect((await patch({ attached_to: null })).body.attached_to).toBeNull();
  });

  it('is hidden while the module of its record is disabled', async () => {
    const own = await bench.server.workspace();
    const box = await bench.server
      .as(own.owner)
      .post<{ id: string }>(`${own.path}/modules/shelf/records/box`, { fields: { name: 'Hidden' } });
    const { body } = await bench.upload(own, 'hidden', { attachedTo: { kind: 'shelf:box', id: box.body.id } });
    await bench.server.as(own.owner).patch(`${own.path}/modules/shelf`, { enabled: false });
    expect((await bench.send(own.owner, `${own.path}/files/${body.id}/content`)).status).toBe(404);
    expect((await bench.send<{ data: object[] }>(own.owner, `${own.path}/files`)).body.data).toEqual([]);
    await bench.server.as(own.owner).patch(`${own.path}/modules/shelf`, { enabled: true });
    expect((await bench.send(own.owner, `${own.path}/files/${body.id}/content`)).status).toBe(200);
  });

  it('may be created by a module, and is rolled back with the transaction of the module', async () => {
    const box = await addBox('Labelled');
    const run = (input: object) =>
      bench.server
        .as(owner())
        .post<{ result: { file: string; text: string } }>(`${workspace.path}/modules/shelf/actions/label`, {
          record: { kind: 'shelf:box', id: box },
          input,
        });
    const made = await run({});
    expect([made.status, made.body.result.text]).toEqual([200, 'Label of Labelled']);
    const attached = () => bench.send<{ data: FileView[] }>(owner(), `${workspace.path}/files?record_id=${box}`);
    expect((await attached()).body.data.map(({ id }) => id)).toEqual([made.body.result.file]);
    expect((await run({ fail: true })).status).toBe(500);
    expect((await attached()).body.data).toHaveLength(1);
  });
});

describe('files of another workspace', () => {
  it('do not exist for its clients', async () => {
    const { body } = await bench.upload(workspace, 'ours');
    const stranger = await bench.server.workspace();
    const at = `${stranger.path}/files/${body.id}`;
    const tried = await Promise.all([
      bench.send(stranger.owner, at),
      bench.send(stranger.owner, `${at}/content`),
      bench.send(stranger.owner, at, { method: 'DELETE' }),
      bench.send(stranger.owner, `${workspace.path}/files/${body.id}`),
    ]);
    expect(tried.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});

/** The image with another size in its header. */
function claimingPixels(png: Buffer, pixels: number): Buffer {
  const claimed = Buffer.from(png);
  claimed.writeUInt32BE(pixels, 16);
  claimed.writeUInt32BE(pixels, 20);
  claimed.writeUInt32BE(crc32(claimed.subarray(12, 29)), 29);
  return claimed;
}
