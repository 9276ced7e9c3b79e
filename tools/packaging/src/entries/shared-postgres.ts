import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const HOST = fileURLToPath(new URL('postgres-host.js', import.meta.url));
const START_LIMIT_MS = 60_000;
const RETRY_MS = 50;

let shared: Promise<OpenPostgres> | undefined;

export interface OpenPostgres {
  readonly url: string;
  /** The server ends shortly after the last process that uses it has closed it. */
  close(): void;
}

/** The URL of the PostgreSQL of this test run. Starts one on first use, which ends after the last process that uses it. */
export async function sharedPostgres(): Promise<string> {
  return process.env['TEST_DATABASE_URL'] || (await (shared ??= openPostgres())).url;
}

/** Starts a PostgreSQL, or joins the one that runs for the same data. Without a folder, its data are temporary. */
export async function openPostgres({ dataDir = '' }: { readonly dataDir?: string } = {}): Promise<OpenPostgres> {
  const address = socketAddress(dataDir);
  const deadline = Date.now() + START_LIMIT_MS;
  let socket = await tryConnect(address);
  if (!socket) spawn(process.execPath, [HOST, address, dataDir], { stdio: 'ignore', detached: true }).unref();
  while (!socket) {
    if (Date.now() > deadline) throw new Error('PostgreSQL did not start within a minute.');
    await sleep(RETRY_MS);
    socket = await tryConnect(address);
  }
  const open = socket;
  return { url: await readUrl(open), close: () => open.destroy() };
}

/** One for each folder, user and version of the server, so that runs in different folders do not share data. */
function socketAddress(dataDir: string): string {
  const key = [dataDir || process.cwd(), dataDir === '', userInfo().username, HOST].join('\n');
  const name = `cubit-postgres-${createHash('sha256').update(key).digest('hex').slice(0, 16)}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

function tryConnect(address: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
}

/** The connection stays open until this process ends, and does not keep it running. */
function readUrl(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      text += part;
      if (!text.includes('\n')) return;
      socket.unref();
      resolve(text.trim());
    });
    socket.once('close', () => reject(new Error('PostgreSQL did not start.')));
  });
}
