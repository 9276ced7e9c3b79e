/**
 * Keeps the PostgreSQL of one test run, in a process of its own: it ends when the run does, and a run that is killed has no
 * chance to end it itself.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { startEmbeddedPostgres } = await import(new URL('../../platform/postgres/dist/index.js', import.meta.url).href);

// An interrupt in a terminal reaches this process too, and tests may still be at work: only the end of the run counts.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

const runEnded = new Promise((resolve) => process.once('disconnect', resolve));
const dataDir = await mkdtemp(join(tmpdir(), 'cubit-jest-'));
try {
  // Nothing in it is worth a flush to the disk.
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  if (process.connected) process.send({ url: urlOf(server.connection) });
  await runEnded;
  await server.stop();
} finally {
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  if (process.connected) process.disconnect();
}

/** A folder of a Unix socket travels as the parameter `host`, for it has no place before the path of a URL. */
function urlOf({ host, port, user, password, database }) {
  const url = new URL(`postgresql://localhost/${encodeURIComponent(database)}`);
  const isSocket = host.startsWith('/');
  const query = isSocket ? { host, ...(port ? { port: String(port) } : {}) } : {};
  if (!isSocket) Object.assign(url, { hostname: host, port: String(port) });
  Object.assign(url, {
    username: user ?? '',
    password: password ?? '',
    search: new URLSearchParams(query).toString(),
  });
  return url.href;
}
