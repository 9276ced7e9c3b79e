import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  endedJob,
  isRedisInstalled,
  selfSignedCertificate,
  RedisServer,
  startFakeS3,
  startReceiver,
  type Receiver,
  until,
} from '@cubit/testing';
import { layOutImage, SHIPPED_PROGRAM, startProgram, type Program } from '@cubit/testing/shipped';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SMTPServer } from 'smtp-server';

const ORG = '/api/v1/orgs/workshop';
const ADA = { email: 'ada@example.org', name: 'Ada', password: 'correct horse battery' };
const LASERS = `export const lasers = {
  name: 'lasers', version: '1.0.0', contract: '^1.0.0', title: 'Lasers', description: 'Not built in.',
};`;

type Body = Readonly<Record<string, unknown>>;
interface Answer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  readonly body: T;
}

const scratch = await mkdtemp(join(tmpdir(), 'cubit-capabilities-'));
const certificate = selfSignedCertificate();
const certificateFile = join(scratch, 'own.pem');
const modules = join(scratch, 'lasers');
await writeFile(certificateFile, certificate.cert);
await mkdir(modules);
await writeFile(join(modules, 'package.json'), '{ "name": "lasers", "type": "module", "main": "./index.js" }');
await writeFile(join(modules, 'index.js'), LASERS);
const redis = isRedisInstalled() ? await RedisServer.started() : null;
const s3 = await startFakeS3();
const [plain, encrypted] = [await startReceiver(), await startReceiver(certificate)];
const mails: string[] = [];
const smtp = new SMTPServer({
  ...certificate,
  secure: true,
  authOptional: true,
  onData: (stream, _session, done) => void text(stream).then((mail) => done(null, String(mails.push(mail)))),
});
const smtpPort = await new Promise<number>((resolve) => {
  smtp.listen(0, '127.0.0.1', () => resolve((smtp.server.address() as AddressInfo).port));
});
afterAll(async () => {
  await new Promise<void>((resolve) => smtp.close(resolve));
  await Promise.all([plain.close(), encrypted.close()]);
  s3.close();
  await redis?.kill();
  await rm(scratch, { recursive: true, force: true });
});

/** Every external service that the program can use is configured. The database is embedded. */
const ENVIRONMENT = {
  SERVICE_WEBHOOK_ALLOW_INTERNAL: '1',
  NODE_EXTRA_CA_CERTS: certificateFile,
  SMTP_URL: `smtps://127.0.0.1:${smtpPort}`,
  MODULES: modules,
  S3_ENDPOINT: s3.settings.endpoint,
  S3_BUCKET: s3.settings.bucket,
  S3_REGION: s3.settings.region,
  S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
  ...(redis ? { REDIS_URL: redis.url } : {}),
};

/** Without NODE_ENV, which the image sets to `production`: otherwise the program refuses receivers on loopback. */
const PROGRAMS = [
  ['the bundle', () => Promise.resolve(SHIPPED_PROGRAM)],
  ['the files of the image, where there is no package of the workspace', () => layOutImage(join(scratch, 'image'))],
] as const;

describe.each(PROGRAMS)('%s', (_title, lay) => {
  let program: Program;
  let token: string;

  async function ask<T = Body>(method: string, path: string, body?: unknown, type?: string): Promise<Answer<T>> {
    const content = body instanceof FormData || type !== undefined ? (body as string) : JSON.stringify(body);
    const headers = {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body instanceof FormData || body === undefined ? {} : { 'content-type': type ?? 'application/json' }),
    };
    const reply = await fetch(program.address + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: content }),
    });
    const bytes = Buffer.from(await reply.arrayBuffer());
    const isJson = /[/+]json/.test(reply.headers.get('content-type') ?? '');
    return {
      status: reply.status,
      headers: reply.headers,
      bytes,
      body: (isJson ? JSON.parse(bytes.toString()) : undefined) as T,
    };
  }

  /** For a request that must succeed. */
  async function done<T = Body>(...request: Parameters<typeof ask>): Promise<T> {
    const { status, body, bytes } = await ask<T>(...request);
    if (status >= 300) throw new Error(`${request[0]} ${request[1]}: ${status} ${bytes.toString().slice(0, 500)}`);
    return body;
  }

  /** The result of a job after it has ended. */
  function ended({ id }: { readonly id: string }, org = ORG): Promise<Body> {
    return endedJob(() => done<Body & { readonly state: string }>('GET', `${org}/jobs/${id}`));
  }

  const addPart = (fields: Body) =>
    done<{ id: string }>('POST', `${ORG}/modules/inventory/records/part`, { fields: { name: 'Bolt', ...fields } });
  const content = async (file: unknown, query = '') =>
    (await ask('GET', `${ORG}/files/${String(file)}/content${query}`)).bytes;

  async function upload(
    name: string,
    bytes: Uint8Array<ArrayBuffer> | string,
  ): Promise<{ id: string; media_type: string }> {
    const form = new FormData();
    form.set('file', new Blob([bytes]), name);
    return done('POST', `${ORG}/files`, form);
  }

  async function label(format: string): Promise<Buffer> {
    const { id } = await addPart({ name: `Relay Ø 5 mm, ${format}` });
    const { result } = await done<{ result: { file: string } }>(
      'POST',
      `${ORG}/modules/inventory/actions/print_label`,
      {
        record: { kind: 'inventory:part', id },
        input: { format },
      },
    );
    return content(result.file);
  }

  beforeAll(async () => {
    program = await startProgram({ main: await lay(), environment: ENVIRONMENT });
    token = '';
    token = (await done<{ token: string }>('POST', '/api/v1/me/registration', ADA)).token;
    const wanted = ['inventory', 'spaces', 'projects', 'lasers'];
    await done('POST', '/api/v1/me/orgs', { slug: 'workshop', name: 'Workshop', modules: wanted });
  });
  afterAll(async () => {
    await program.stop();
    expect(program.log.entries.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('signs in with the right password only', async () => {
    const { email, password } = ADA;

    expect((await ask('POST', '/api/v1/me/session', { email, password })).status).toBe(201);
    expect((await ask('POST', '/api/v1/me/session', { email, password: 'a wrong one' })).status).toBe(401);
  });

  it.each([
    ['webhook', () => plain, '/webhook'],
    ['webhook', () => encrypted, '/over-tls'],
    ['slack', () => plain, '/slack'],
    ['slack', () => encrypted, '/slack-over-tls'],
    ['discord', () => plain, '/discord'],
    ['discord', () => encrypted, '/discord-over-tls'],
  ] as const)('delivers to a %s channel once (%#)', async (type, receiver: () => Receiver, path) => {
    const before = receiver().posts.length;
    const channel = await done<{ id: string }>('POST', `${ORG}/notification-channels`, {
      type,
      config: { url: `${receiver().address}${path}` },
    });
    const message = `The laser is free: ${type} ${path}`;
    await done('POST', `${ORG}/modules/core-notifications/actions/notify`, { record: null, input: { message } });
    const deliveries = `${ORG}/notification-channels/${channel.id}/deliveries`;
    const states = async () =>
      (await done<{ data: readonly { state: string; error?: unknown }[] }>('GET', deliveries)).data;
    await until('a delivery is settled', async () => (await states()).some(({ state }) => state !== 'pending'));

    expect(await states()).toMatchObject([{ state: 'delivered' }]);
    const came = receiver().posts.slice(before);
    expect(came.map((post) => post.path)).toEqual([path]);
    expect(JSON.stringify(came[0]?.body)).toContain(message);
    await done('DELETE', `${ORG}/notification-channels/${channel.id}`);
  });

  it('sends an email over TLS once', async () => {
    const before = mails.length;
    const { id } = await done<{ id: string }>('POST', `${ORG}/notification-channels`, { type: 'email', config: {} });
    const input = { message: 'The kiln is cold' };
    await done('POST', `${ORG}/modules/core-notifications/actions/notify`, { record: null, input });
    await until('the mail arrives', () => mails.length > before);

    expect(mails.slice(before)).toHaveLength(1);
    expect(mails.at(-1)).toContain(ADA.email);
    expect(mails.at(-1)).toContain('The kiln is cold');
    await done('DELETE', `${ORG}/notification-channels/${id}`);
  });

  it('stores files in S3, and returns them whole and in part', async () => {
    const { id, media_type: type } = await upload('note.txt', 'kept far away');

    expect(type).toBe('text/plain');
    expect([...s3.objects.values()].map(({ bytes }) => bytes.toString())).toContain('kept far away');
    expect((await content(id)).toString()).toBe('kept far away');
    const part = await fetch(`${program.address}${ORG}/files/${id}/content`, {
      headers: { authorization: `Bearer ${token}`, range: 'bytes=5-7' },
    });
    expect([part.status, await part.text()]).toEqual([206, 'far']);
  });

  const queue = redis ? 'Redis' : 'PostgreSQL (not Redis: no redis-server is installed here)';
  it(`wakes its workers through ${queue}`, async () => {
    expect(await ended(await done<{ id: string }>('POST', `${ORG}/archive`))).toMatchObject({ state: 'succeeded' });
    if (redis) expect(await redisKeys(redis.url)).toMatch(/^\*[1-9]/);
  });

  it('draws labels as PDF, ZPL and PNG', async () => {
    const [pdf, zpl, png] = [await label('pdf'), await label('zpl'), await label('png')];

    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.subarray(-6).toString()).toContain('%%EOF');
    expect(zpl.toString()).toMatch(/^\^XA[\s\S]*\^XZ\s*$/);
    expect(png.subarray(1, 4).toString()).toBe('PNG');
  });

  it('detects the type of a file from its bytes, and scales images', async () => {
    const { id, media_type: type } = await upload('label.dat', Uint8Array.from(await label('png')));
    const small = await content(id, '?w=40');

    expect(type).toBe('image/png');
    expect([small.subarray(0, 4).toString(), small.subarray(8, 12).toString()]).toEqual(['RIFF', 'WEBP']);
  });

  it('shows its API in Swagger UI, with all assets of the page', async () => {
    const docs = `${ORG}/modules/core-openapi/docs`;
    const page = (await ask('GET', docs)).bytes.toString();
    const assets = [...page.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(([, path]) => path);
    const answers = await Promise.all(assets.map((path) => ask('GET', `${ORG}/modules/core-openapi/${path}`)));

    expect(assets.length).toBeGreaterThan(1);
    expect(answers.map(({ status, bytes }) => [status, bytes.length > 0])).toEqual(assets.map(() => [200, true]));
    expect((await ask<{ openapi: string }>('GET', `${ORG}/modules/core-openapi/openapi.json`)).body.openapi).toBe(
      '3.1.0',
    );
  });

  it.each([
    ['text/csv', '', 'name,ipn\nCSV Ø,I-1\n'],
    ['text/csv', '?encoding=windows-1252&separator=;', Buffer.from('name;ipn\nLatin Ø;I-2\n', 'latin1')],
    ['text/tab-separated-values', '', 'name\tipn\nTSV\tI-3\n'],
    ['application/json', '', '[{"fields":{"name":"JSON","ipn":"I-4"}}]'],
    ['application/x-ndjson', '', '{"fields":{"name":"NDJSON","ipn":"I-5"}}\n'],
  ])('imports %s%s', async (type, query, file) => {
    const path = `${ORG}/modules/inventory/records/part/import${query}`;

    expect(await ended(await done('POST', path, file, type))).toMatchObject({
      state: 'succeeded',
      result: { created: 1, rejected: 0 },
    });
  });

  it('decodes imports correctly', async () => {
    const { body } = await ask<{ data: readonly { title: string }[] }>('GET', `${ORG}/search?q=latin`);

    expect(body.data.map(({ title }) => title)).toEqual(['Latin Ø']);
  });

  it.each(['csv', 'json', 'ndjson'])('exports %s', async (format) => {
    await addPart({ name: `In ${format}` });
    const { status, bytes } = await ask('GET', `${ORG}/modules/inventory/records/part/export?format=${format}`);

    expect(status).toBe(200);
    expect(bytes.toString()).toContain(`In ${format}`);
  });

  it('moves a workspace by an archive', async () => {
    const job = await ended(await done('POST', `${ORG}/archive`));
    const archive = await content((job['result'] as { file: string }).file);
    await done('POST', '/api/v1/me/orgs', { slug: 'moved', name: 'Moved', modules: [] });
    const moved = '/api/v1/orgs/moved';

    expect([archive[0], archive[1]]).toEqual([0x1f, 0x8b]);
    const taken = await done<{ id: string }>('POST', `${moved}/archive/import`, archive, 'application/gzip');
    expect(await ended(taken, moved)).toMatchObject({ state: 'succeeded' });
  });

  it('runs a module that is listed in MODULES', async () => {
    const { data } = await done<{ data: readonly { name: string; enabled: boolean }[] }>('GET', `${ORG}/modules`);

    expect(data).toContainEqual(expect.objectContaining({ name: 'lasers', enabled: true }));
  });
});

/** The answer of Redis to `KEYS *`. */
async function redisKeys(url: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  try {
    return await new Promise((resolve, reject) => {
      socket.once('data', (data) => resolve(data.toString()));
      socket.once('error', reject);
      socket.write('KEYS *\r\n');
    });
  } finally {
    socket.destroy();
  }
}
