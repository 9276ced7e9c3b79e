/**
 * A PostgreSQL that processes share: the spec files of one folder, or one `cubit-module dev` with its program. It listens on a socket: each process connects, receives the
 * URL, and keeps the connection open as long as it runs. The server stops shortly after the last connection has closed.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectionUrl, startEmbeddedPostgres } from '@cubit/postgres';

/** Between the end of one spec file and the start of the next; a given folder is released at once. */
const LINGER_MS = 5_000;

// An interrupt in a terminal reaches this process too while specs may still clean up, so only their end counts.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

const [address = '', givenFolder = ''] = process.argv.slice(2);
const isTemporary = givenFolder === '';
const clients = new Set<Socket>();
const server = createServer();
let url: string | undefined;
let stopping: NodeJS.Timeout | undefined;

await listen();
const dataDir = isTemporary ? await mkdtemp(join(tmpdir(), 'cubit-test-')) : givenFolder;
try {
  // Data of tests need not survive a crash.
  const postgres = await startEmbeddedPostgres({ dataDir, durable: !isTemporary });
  url = connectionUrl(postgres.connection);
  for (const client of clients) client.write(`${url}\n`);
  const ended = new Promise<void>((resolve) => server.once('close', resolve));
  stopWhenUnused();
  await ended;
  await postgres.stop();
} finally {
  server.close();
  for (const client of clients) client.destroy();
  if (isTemporary) await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
process.exit(0);

function listen(): Promise<void> {
  server.on('connection', (client) => {
    clearTimeout(stopping);
    clients.add(client);
    client.on('error', () => {});
    client.once('close', () => {
      clients.delete(client);
      stopWhenUnused();
    });
    client.resume();
    if (url !== undefined) client.write(`${url}\n`);
  });
  return new Promise((resolve, reject) => {
    server.once('listening', resolve);
    server.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') reject(error);
      else void isAnswered().then((answered) => (answered ? process.exit(0) : takeOver()));
    });
    server.listen(address);
  });
}

function isAnswered(): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(address);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
}

/** The socket file of a host that was killed. */
async function takeOver(): Promise<void> {
  await rm(address, { force: true });
  server.listen(address);
}

function stopWhenUnused(): void {
  clearTimeout(stopping);
  if (clients.size > 0 || url === undefined) return;
  stopping = setTimeout(() => server.close(), isTemporary ? LINGER_MS : 0);
}
