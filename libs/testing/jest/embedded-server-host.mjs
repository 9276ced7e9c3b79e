/**
 * Runs the PostgreSQL of one test run in a separate process, which ends with the run, because a killed run cannot
 * stop it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { connectionUrl, startEmbeddedPostgres } = await import(
  new URL('../../platform/postgres/dist/index.js', import.meta.url).href
);

// An interrupt in a terminal reaches this process too while tests may still run, so only the end of the run counts.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

const runEnded = new Promise((resolve) => process.once('disconnect', resolve));
const dataDir = await mkdtemp(join(tmpdir(), 'cubit-jest-'));
try {
  // Test data need not survive a crash. Specs that run side by side open more connections than one program.
  const server = await startEmbeddedPostgres({ dataDir, durable: false, settings: { max_connections: '450' } });
  if (process.connected) process.send({ url: connectionUrl(server.connection) });
  await runEnded;
  await server.stop();
} finally {
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  if (process.connected) process.disconnect();
}
