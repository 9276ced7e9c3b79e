import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Database } from '@cubit/database';
import { startProgram, until, type Program } from '@cubit/testing/shipped';
import { freezePostgres, postmasterFile } from '../fixtures/frozen-postgres.js';

jest.setTimeout(240_000);

/** Room for the embedded database, its write-ahead log, and its programs. */
const DISK_SIZE = '320m';
const MIB = 1024 ** 2;
/** Ten times what the program allows itself for /readyz: a machine that is busy with other work may be late. */
const READINESS_MS = 15_000;

let program: Program;
let token = '';
let part: string;

/** Mounts a small disk for the program, if this process is allowed to. */
function mountDisk(at: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_SIZE}`, 'tmpfs', at], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const folder = mkdtempSync(join(tmpdir(), 'cubit-outages-'));
const mounted = mountDisk(folder);

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly id?: string;
    readonly token?: string;
    readonly status?: string;
    readonly checks?: Readonly<Record<string, string>>;
    readonly error?: { readonly code: string };
  };
  readonly ms: number;
}

async function send(method: string, path: string, body?: unknown): Promise<Answer> {
  const began = performance.now();
  const reply = await fetch(`${program.address}${path}`, {
    method,
    headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await reply.text();
  return {
    status: reply.status,
    headers: reply.headers,
    body: (text === '' ? {} : JSON.parse(text)) as Answer['body'],
    ms: performance.now() - began,
  };
}

const parts = '/api/v1/orgs/shop/modules/inventory/records/part';
const verdict = ({ status, body, headers }: Answer) =>
  `${status} ${body.error?.code ?? ''} ${headers.has('retry-after') ? 'retry' : ''}`.trim();

const readiness = async () => {
  const { status, body } = await send('GET', '/readyz');
  return { http: status, ...body };
};

/** Runs `work` on the embedded database, on a separate connection. */
async function meanwhile<Result>(
  statements: readonly string[],
  work: () => Promise<Result>,
  end: string,
): Promise<Result> {
  const file = postmasterFile(folder);
  const [, , , port, socketFolder = ''] = readFileSync(file, 'utf8').split('\n');
  const connection = {
    host: resolve(dirname(file), socketFolder),
    port: Number(port),
    user: 'cubit',
    database: 'cubit',
  };
  const database = new Database({ connection, max: 1, onError: () => {} });
  try {
    const client = await database.pool.connect();
    for (const statement of statements) await client.query(statement);
    const result = await work();
    await client.query(end);
    client.release();
    return result;
  } finally {
    await database.close();
  }
}

beforeAll(async () => {
  program = await startProgram({ environment: { DATA_DIR: join(folder, 'data'), RATE_LIMIT: 'off' } });
  const password = 'a long enough passphrase for anybody';
  const registration = { email: 'owner@example.org', password, name: 'Owner' };
  token = String((await send('POST', '/api/v1/me/registration', registration)).body.token);
  await send('POST', '/api/v1/me/orgs', { slug: 'shop', name: 'Shop', modules: ['inventory'] });
  const made = await send('POST', parts, { fields: { name: 'Bolt' } });
  expect(made.body).toMatchObject({ id: expect.any(String) });
  part = String(made.body.id);
});
afterAll(async () => {
  await program.stop();
  if (mounted) execFileSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
});

describe('a server whose database has problems', () => {
  it('is ready, and lists its dependencies, while there is no problem', async () => {
    await until('a first look at the disk', async () => (await readiness()).http === 200);

    expect(await readiness()).toEqual({
      http: 200,
      status: 'ok',
      checks: { database: 'ok', migrations: 'ok', queue: 'ok', files: 'ok', disk: 'ok' },
    });
  });

  it('waits 5 s for a row that another transaction locked, and answers 503', async () => {
    const rename = () => send('PATCH', `${parts}/${part}`, { fields: { name: 'Screw' } });
    const refused = await meanwhile(
      ['begin', `select from record where id = '${part}' for update`],
      rename,
      'rollback',
    );

    expect(verdict(refused)).toBe('503 unavailable retry');
    expect(refused.ms).toBeGreaterThan(4_900);
    expect(refused.ms).toBeLessThan(50_000);
    expect((await rename()).status).toBe(200);
  });

  it('answers 422 to a filter that exceeds the statement timeout, and 503 if the request has no part that could be left out', async () => {
    const slow = [
      'alter table record_inventory_part rename to record_inventory_part_kept',
      'create view record_inventory_part as select * from record_inventory_part_kept where pg_sleep(60) is not null',
    ];
    const fast =
      'drop view record_inventory_part; alter table record_inventory_part_kept rename to record_inventory_part';
    const [filtered, sorted, plain] = await meanwhile(
      slow,
      () =>
        Promise.all([
          send('GET', `${parts}?filter=${encodeURIComponent('on_hand > 5.0')}`),
          send('GET', `${parts}?sort=name`),
          send('GET', parts),
        ]),
      fast,
    );

    expect([filtered, sorted, plain].map(verdict)).toEqual([
      '422 query_too_costly',
      '422 query_too_costly',
      '503 unavailable retry',
    ]);
  });

  it('answers every request and /readyz in time while PostgreSQL is frozen, and recovers afterwards', async () => {
    const frozen = freezePostgres(folder);
    try {
      // Each has an answer within a minute, or `send` fails.
      const [ready, ...answers] = await Promise.all([
        send('GET', '/readyz'),
        ...Array.from({ length: 40 }, () => send('GET', `${parts}/${part}`)),
        send('POST', parts, { fields: { name: 'Nut' } }),
      ]);

      expect(ready.ms).toBeLessThan(READINESS_MS);
      expect([ready.status, ready.body.checks?.['database']]).toEqual([503, 'away']);
      expect(new Set(answers.map(verdict))).toEqual(new Set(['503 unavailable retry']));
      expect((await send('GET', '/readyz')).ms).toBeLessThan(READINESS_MS);
    } finally {
      frozen.thaw();
    }
    await until('it is ready again', async () => (await readiness()).status === 'ok');

    expect((await send('GET', `${parts}/${part}`)).status).toBe(200);
  });

  it('answers 503 to writes while its disk is full, still serves reads, and is degraded', async () => {
    // Without the right to mount a small disk, this test must not fill a disk of the machine. Other specs test the
    // rules for a full disk by their errors.
    if (!mounted) return expect(process.getuid?.()).not.toBe(0);
    const filler = join(folder, 'filler');
    fill(filler);
    try {
      await until('it is degraded', async () => {
        const { http, status, checks } = await readiness();
        return http === 200 && status === 'degraded' && checks?.['disk'] === 'full';
      });
      const writes: Answer[] = [];
      for (let n = 0; n < 40; n += 1)
        writes.push(await send('POST', parts, { fields: { name: `Part ${n}`, description: 'x'.repeat(9_000) } }));
      const upload = await uploadOf(MIB / 16);

      expect(new Set(writes.map(verdict).filter((text) => !text.startsWith('201')))).toEqual(
        new Set(['503 unavailable retry']),
      );
      expect(upload).toBe(503);
      expect((await send('GET', `${parts}/${part}`)).status).toBe(200);
    } finally {
      rmSync(filler);
    }
    await until('it is ready again', async () => (await readiness()).status === 'ok');

    expect((await send('POST', parts, { fields: { name: 'Washer' } })).status).toBe(201);
  });
});

/** Writes until the disk is full. */
function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (let block = MIB; block >= 512; block /= 2) {
      const bytes = Buffer.alloc(block);
      try {
        for (;;) writeSync(file, bytes);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    closeSync(file);
  }
}

async function uploadOf(bytes: number): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'zeros.bin');
  const { status } = await fetch(`${program.address}/api/v1/orgs/shop/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return status;
}
