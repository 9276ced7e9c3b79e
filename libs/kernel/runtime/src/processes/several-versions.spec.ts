import { hostname } from 'node:os';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer, type TestWorkspace, until } from '@cubit/testing';
import type { CapabilityFactory } from '../capability/capability.js';
import { sql } from 'kysely';
import { Type } from 'typebox';
import { Database, type Release } from '@cubit/database';
import { defineKind, defineModule, defineUpgrade, Field, type ModuleDefinition } from '@cubit/core';
import { createKernel } from '../create-kernel.js';
import type { Kernel, KernelOptions } from '../kernel.js';
import type { StartStep } from './start-progress.js';

const bench = (fields: object = {}) =>
  defineKind({
    id: 'shed:bench',
    title: ['Bench', 'Benches'],
    titleField: 'name',
    fields: Type.Object({ name: Field.text(), ...fields }),
  });
const shed = (kind: ReturnType<typeof bench>): ModuleDefinition =>
  defineModule({
    name: 'shed',
    version: '1.0.0',
    contract: '^1.0.0',
    title: 'Shed',
    description: 'For this spec.',
    kinds: [kind],
  });
const later = bench({ is_spare: Field.boolean({ default: false }), note: Field.text({ default: "it's new" }) });

const release = (level: number): Release => ({
  version: `1.${level}.0`,
  level,
  previousVersion: `1.${level - 1}.0`,
});

/** The process of level 4, of an earlier version of the module. */
let server: TestServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await createTestServer({ modules: [shed(bench())], release: release(4) });
  workspace = await server.workspace();
});
afterAll(() => server.close());

const opened: { readonly kernel: Kernel | null; readonly database: Database }[] = [];
afterEach(async () => {
  for (const { kernel, database } of opened.splice(0)) {
    await kernel?.stop();
    await database.close();
  }
});

/** Another process on the same database. */
async function startOther(options: Partial<KernelOptions>): Promise<Kernel> {
  const { log } = server;
  const { settings } = server.kernel.services;
  const database = new Database({ connection: server.connection, onError: () => undefined });
  const entry = { kernel: null as Kernel | null, database };
  opened.push(entry);
  entry.kernel = await createKernel({ database, log, settings, modules: [shed(bench())], ...options });
  return entry.kernel;
}

const benches = () => `${workspace.path}/modules/shed/records/bench`;
const add = async (name: string) => {
  const { status } = await server.as(workspace.owner).post(benches(), { fields: { name } });
  expect(status).toBe(201);
};
const stored = async () => {
  const { rows } = await server.database.pool.query<{ fields: object }>(
    'select fields from record_shed_bench order by id',
  );
  return rows.map(({ fields }) => fields);
};
const FILLED = { is_spare: false, note: "it's new" };

const processes = async () => {
  const { rows } = await server.database.pool.query<{ version: string; level: number; roles: string[] }>(
    'select version, level, roles from instance_process order by started_at',
  );
  return rows;
};

describe('a version with a new field that has a default', () => {
  it('finds the field in records that the earlier one makes before, beside and after it', async () => {
    await add('before');
    const newer = await startOther({ modules: [shed(later)], release: release(5), roles: ['api'] });
    expect(await processes()).toEqual([
      { version: '1.4.0', level: 4, roles: [] },
      { version: '1.5.0', level: 5, roles: ['api'] },
    ]);
    await add('beside');
    await newer.stop();
    await add('after');
    // The earlier version is started again, and does not take the field away.
    await startOther({ release: release(4) });
    await add('after a restart');
    await startOther({ modules: [shed(later)], release: release(5) });
    const names = ['before', 'beside', 'after', 'after a restart'];
    expect(await stored()).toEqual(names.map((name) => ({ name, ...FILLED })));
  });

  it('keeps what is given, and a change by the earlier version keeps the field', async () => {
    const { body } = await server.as(workspace.owner).post<{ id: string }>(benches(), { fields: { name: 'one' } });
    await server.database.pool.query(
      `update record_shed_bench set fields = fields || '{"is_spare": true}' where id = $1`,
      [body.id],
    );
    await server.as(workspace.owner).patch(`${benches()}/${body.id}`, { fields: { name: 'two' } });
    expect((await stored()).at(-1)).toEqual({ name: 'two', is_spare: true, note: "it's new" });
  });
});

describe('an upgrade of a module', () => {
  it('waits for a running process that does not know it, and then runs', async () => {
    const handed: string[] = [];
    const count = defineUpgrade({
      id: 'count',
      kind: later,
      after: [],
      run: (_context, records) => Promise.resolve(void handed.push(...records.map(({ title }) => title))),
    });
    const pool = server.database.pool;
    const steps: StartStep[] = [];
    const onStep = (step: StartStep) => {
      steps.push(step);
      if (!step.reason.includes('must stop')) return;
      expect(handed).toEqual([]);
      // It was killed: its lease lapses.
      void pool.query(`update instance_process set seen_at = seen_at - interval '11 seconds'`);
    };
    await startOther({ modules: [{ ...shed(later), upgrades: [count] }], release: release(5), onStep });
    expect(steps.map(({ reason }) => reason)).toContain(
      `migrating: Cubit 1.4.0 on host ${hostname()} must stop before records are upgraded`,
    );
    expect(steps.at(-1)).toMatchObject({ done: handed.length, total: handed.length });
    expect(handed.length).toBeGreaterThan(3);
  });
});

describe('processes of several levels', () => {
  it('run side by side only if the levels are neighbours', async () => {
    await server.database.pool.query('update instance_process set seen_at = now()');
    await expect(startOther({ release: release(6) })).rejects.toThrow(
      /^Cubit 1\.4\.0 is running on this database \(host .*\), and this is 1\.6\.0: only neighbouring versions run side by side\. Stop it first\.$/,
    );
  });
});

const table = (name: string) => ({
  up: (db: Parameters<NonNullable<CapabilityFactory['migrations']>[string]['up']>[0]) =>
    sql
      .raw(`create table ${name} (id int)`)
      .execute(db)
      .then(() => undefined),
});
const capability = (migrations: CapabilityFactory['migrations'] = {}): CapabilityFactory => ({
  name: 'shelves',
  migrations,
  create: () => ({ name: 'shelves' }),
});

describe('going back', () => {
  const first = { '0001-expand-shelf': table('shelf') };
  const expanded = { ...first, '0002-expand-board': table('board') };

  it('works after migrations that expand, and waits for `migrate` where the process may not migrate', async () => {
    await startOther({ release: release(4), capabilities: [capability(first)] });
    const stop = new AbortController();
    const steps: string[] = [];
    const waiting = startOther({
      release: release(5),
      capabilities: [capability(expanded)],
      migrations: 'wait',
      signal: stop.signal,
      onStep: ({ reason }) => {
        steps.push(reason);
        stop.abort();
      },
    });
    await expect(waiting).rejects.toThrow('aborted');
    expect(steps).toEqual(['migrating: MIGRATE is off, so this process waits for the command `migrate`']);
    await startOther({ release: release(5), capabilities: [capability(expanded)] });
    await startOther({ release: release(5), capabilities: [capability(expanded)], migrations: 'wait' });
    await startOther({ release: release(4), capabilities: [capability(first)] });
  });

  it('by two levels is refused in a sentence', async () => {
    await server.database.pool.query(`update instance_process set level = 4`);
    await expect(startOther({ release: release(3), capabilities: [capability(first)] })).rejects.toThrow(
      'The database was written by Cubit 1.5.0 and needs 1.4.0 or newer; this is 1.3.0.',
    );
  });

  it('is refused after a migration that contracts, which waits until no earlier process was seen for a minute', async () => {
    const contracted = { ...expanded, '0003-contract-shelf': table('shelf_contracted') };
    const isContracted = async () => {
      const { rows } = await server.database.pool.query<{ found: boolean }>(
        `select to_regclass('shelf_contracted') is not null as found`,
      );
      return rows[0]?.found;
    };
    const newer = await startOther({ release: release(5), capabilities: [capability(contracted)] });
    await newer.contract();
    expect(await isContracted()).toBe(false);
    // The earlier processes of this spec still run, and may be seen again in between.
    await until('it is contracted', async () => {
      await server.database.pool.query(
        `update instance_process set seen_at = now() - interval '61 seconds' where level < 5`,
      );
      await newer.contract();
      return isContracted();
    });
    await expect(startOther({ release: release(4), capabilities: [capability(first)] })).rejects.toThrow(
      'The database was written by Cubit 1.5.0 and needs 1.5.0 or newer; this is 1.4.0.',
    );
  });
});
