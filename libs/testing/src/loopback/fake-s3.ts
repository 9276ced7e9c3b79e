import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

const BUCKET = 'workshop';
const SECRET = 'a secret of the spec';
const REGION = 'nowhere-1';
const PAGE = 2;

interface Stored {
  readonly bytes: Buffer;
  modifiedAt: Date;
}

/** The part of the S3 protocol that the file store uses; unsigned requests are refused. */
export async function startFakeS3() {
  const objects = new Map<string, Stored>();
  const requests: string[] = [];
  let isAway = false;
  const server = createServer((req, res) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of req) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks);
      const url = new URL(req.url ?? '/', 'http://s3.test');
      requests.push(`${req.method} ${url.pathname.split('/').length > 2 ? 'object' : 'bucket'}`);
      if (isAway) return void res.writeHead(403).end('<Error/>');
      if (!isSigned(req, url, body))
        return void res.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
      const name = url.pathname.slice(`/${BUCKET}/`.length);
      if (name === '') return void res.end(listing(objects, url.searchParams.get('continuation-token')));
      if (req.method === 'PUT') {
        if (req.headers['content-length'] === undefined) return void res.writeHead(411).end();
        objects.set(name, { bytes: body, modifiedAt: new Date() });
        return void res.end();
      }
      const found = objects.get(name);
      if (req.method === 'DELETE') return void (objects.delete(name), res.writeHead(204).end());
      if (!found) return void res.writeHead(404).end();
      const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(req.headers.range ?? '') ?? [];
      const part = start === undefined ? found.bytes : found.bytes.subarray(Number(start), Number(end) + 1);
      res.writeHead(start === undefined ? 200 : 206, { 'content-length': part.length });
      res.end(req.method === 'HEAD' ? undefined : part);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    settings: {
      endpoint: `http://127.0.0.1:${port}/`,
      bucket: BUCKET,
      region: REGION,
      accessKeyId: 'spec',
      secretAccessKey: SECRET,
    },
    objects,
    requests,
    goAway: (away: boolean) => void (isAway = away),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function listing(objects: ReadonlyMap<string, Stored>, token: string | null): string {
  const names = [...objects.keys()].sort().filter((name) => token === null || name > token);
  const page = names.slice(0, PAGE);
  const next = names.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  const entries = page.map(
    (name) =>
      `<Contents><Key>${name}</Key><LastModified>${objects.get(name)?.modifiedAt.toISOString()}</LastModified></Contents>`,
  );
  return `<?xml version="1.0"?><ListBucketResult>${entries.join('')}${next}</ListBucketResult>`;
}

/** Verifies AWS Signature Version 4 independently of the product's code. */
function isSigned(req: IncomingMessage, url: URL, body: Buffer): boolean {
  const [, day = '', signed = '', signature = ''] =
    /Credential=spec\/(\d{8})\/nowhere-1\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)/.exec(
      req.headers.authorization ?? '',
    ) ?? [];
  const payload = String(req.headers['x-amz-content-sha256']);
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== createHash('sha256').update(body).digest('hex')) return false;
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&');
  const names = signed.split(';');
  const canonical = [
    req.method,
    url.pathname,
    query,
    ...names.map((name) => `${name}:${String(req.headers[name])}`),
    '',
    signed,
    payload,
  ].join('\n');
  const scope = `${day}/${REGION}/s3/aws4_request`;
  const text = [
    'AWS4-HMAC-SHA256',
    req.headers['x-amz-date'],
    scope,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n');
  const hmac = (key: string | Buffer, value: string) => createHmac('sha256', key).update(value).digest();
  const key = [day, REGION, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${SECRET}`);
  return hmac(key, text).toString('hex') === signature;
}
