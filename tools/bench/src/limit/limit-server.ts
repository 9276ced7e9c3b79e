/**
 * The limit server: the speed of Node and PostgreSQL alone. A bare `node:http` server on the program's own
 * database server, with a native column for each field, prepared statements, the same authentication, the same rows read and written, and without
 * validation, framework or event delivery. A separate program: `node limit-server.js` with DATABASE (connection
 * settings as JSON), PORT, KINDS (file with the descriptions of the kinds) and DOCUMENT.
 */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';
import { type KindDescription, NativeKind } from './native-kind.js';
import { PartReader } from './read.js';
import { authenticate } from './statements.js';
import { PartWriter } from './write.js';

/** The same number as in the program, kept as long: a new connection would have to plan every statement again. */
const CONNECTIONS = 16;
const IDLE_CONNECTION_MS = 5 * 60_000;

const pool = new pg.Pool({
  ...(JSON.parse(process.env['DATABASE'] ?? '{}') as pg.PoolConfig),
  max: CONNECTIONS,
  idleTimeoutMillis: IDLE_CONNECTION_MS,
  keepAlive: true,
  options: '-c timezone=UTC -c max_parallel_workers_per_gather=0 -c jit=off -c random_page_cost=1.1',
});
const kinds = JSON.parse(await readFile(process.env['KINDS'] ?? '', 'utf8')) as readonly KindDescription[];
const part = kindNamed('part');
const reader = new PartReader(pool, part);
const writer = new PartWriter(pool, { part, stockItem: kindNamed('stock_item'), movement: kindNamed('movement') });
const documentFile = process.env['DOCUMENT'] ?? '';

const server = createServer((req, res) => {
  answer(req, res).catch((error: unknown) => send(res, 500, JSON.stringify({ error: String(error) })));
});
server.listen(Number(process.env['PORT']), '127.0.0.1');
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void pool.end();
});

async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const [path = '', query = ''] = (req.url ?? '').split('?');
  if (path === '/ready') return send(res, 200, '{}');
  const [, slug = '', what = '', name = ''] = path.split('/');
  const caller = await authenticate(pool, req.headers.authorization, slug);
  if (!caller) return send(res, 401, '{}');
  const { workspaceId } = caller;
  switch (`${req.method} ${what}`) {
    case 'GET read':
      return sendOrMiss(res, await reader.part(workspaceId, name));
    case 'GET list':
      return sendOrMiss(res, await reader.list(workspaceId, name, new URLSearchParams(query).getAll('v')));
    case 'GET groups':
      return send(res, 200, await reader.groups(workspaceId));
    case 'POST create': {
      const { fields } = (await bodyOf(req)) as { readonly fields: Readonly<Record<string, unknown>> };
      const [text = ''] = await writer.create(caller, [fields]);
      return send(res, 201, text);
    }
    case 'POST batch': {
      const { operations } = (await bodyOf(req)) as {
        readonly operations: readonly { readonly fields: Readonly<Record<string, unknown>> }[];
      };
      const texts = await writer.create(
        caller,
        operations.map(({ fields }) => fields),
      );
      return send(res, 200, `{"results":[${texts.map((text) => `{"status":201,"record":${text}}`).join(',')}]}`);
    }
    case 'POST use': {
      const { record } = (await bodyOf(req)) as { readonly record: { readonly id: string } };
      return sendOrMiss(res, await writer.useOne(caller, record.id));
    }
    case 'GET document':
      return send(res, 200, await documentText());
    default:
      return send(res, 404, '{}');
  }
}

function kindNamed(name: string): NativeKind {
  const kind = kinds.find((described) => described.name === name);
  if (!kind) throw new Error(`KINDS does not describe '${name}'.`);
  return new NativeKind(kind);
}

let document: string | undefined;
async function documentText(): Promise<string> {
  return (document ??= await readFile(documentFile, 'utf8'));
}

async function bodyOf(req: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

function sendOrMiss(res: ServerResponse, text: string | null): void {
  if (text === null) send(res, 404, '{}');
  else send(res, 200, text);
}

function send(res: ServerResponse, status: number, text: string): void {
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }).end(text);
}
