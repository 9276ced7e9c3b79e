import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { createTestDatabase, type TestDatabase } from '@cubit/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { acquire, PatientClient } from './patient-client.js';

const LIMIT_MS = 1_000;

let test: TestDatabase;
beforeAll(async () => (test = await createTestDatabase()));
afterAll(() => test.drop());

/** Blocks this process, as a long computation does, for longer than the limit. */
function stall(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('a connection', () => {
  it('is had although the process was stalled for longer than the limit meanwhile', async () => {
    const pool = new pg.Pool({ ...test.connection, max: 1, Client: PatientClient });
    const fresh = acquire(pool, LIMIT_MS);
    stall(LIMIT_MS * 2);
    const client = await fresh;
    const next = acquire(pool, LIMIT_MS);
    stall(LIMIT_MS * 2);
    client.release();
    (await next).release();
    await pool.end();
  });

  it('that nobody gives back is waited for up to the limit, and goes to the next one afterwards', async () => {
    const pool = new pg.Pool({ ...test.connection, max: 1, Client: PatientClient });
    const client = await acquire(pool);
    await expect(acquire(pool, LIMIT_MS)).rejects.toThrow('timeout exceeded when trying to connect');
    client.release();
    (await acquire(pool, LIMIT_MS)).release();
    await pool.end();
  });

  it('to a server that does not answer is given up', async () => {
    const { server, sockets } = await silentServer();
    const pool = new pg.Pool({
      host: '127.0.0.1',
      port: (server.address() as AddressInfo).port,
      Client: PatientClient,
    });
    await expect(pool.connect()).rejects.toThrow('timeout exceeded when trying to connect');
    expect(pool.totalCount).toBe(0);
    await pool.end();
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  });
});

async function silentServer(): Promise<{ readonly server: Server; readonly sockets: readonly Socket[] }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, sockets };
}
