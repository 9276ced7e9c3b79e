/**
 * Runs the PostgreSQL of one test run in a separate process, which ends with the run, because a killed run cannot
 * stop it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { startEmbeddedPostgres } = await import(new URL('../../platform/postgres/dist/index.js', import.meta.url).href);

// An interrupt in a terminal reaches this process too while tests may still run, so only the end of the run counts.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

const runEnded = new Promise((resolve) => process.once('disconnect', resolve));
const dataDir = await mkdtemp(join(tmpdir(), 'cubit-jest-'));
try {
  // Test data need not survive a crash. Specs that run side by side open more connections than one program.
  const server = await startEmbeddedPostgres({ dataDir, durable: false, settings: { max_connections: '300' } });
  if (process.connected) process.send({ url: urlOf(server.connection) });
  await runEnded;
  await server.stop();
} finally {
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  if (process.connected) process.disconnect();
}

/** The folder of a Unix socket is passed as the parameter `host`, because a URL has no place for it. */
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
