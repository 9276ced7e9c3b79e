import { globSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startShippedServer, type ShippedServer, type TestUser } from '@cubit/testing';
import { type EndedCommand, type Program, runShippedCommand, startProgram } from '@cubit/testing/shipped';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { packModule } from './fixtures/packed-module.js';

interface Version {
  readonly version: string;
  /** Of `laser:sheet`, beside its name. */
  readonly fields: string;
  readonly rest?: string;
  /** Members of the module. */
  readonly module?: string;
}

const sourceOf = ({ version, fields, rest = '', module = '' }: Version) => `
import { defineKind, defineModule, Field } from '@cubit/core';
import { Type } from 'typebox';
const sheet = defineKind({ id: 'laser:sheet', title: ['Sheet', 'Sheets'], titleField: 'name',
  fields: Type.Object({ name: Field.text(), ${fields} }), ${rest} });
export const laser = defineModule({ name: 'laser', version: '${version}', contract: '^1.0.0', title: 'Laser',
  description: 'For a spec.', kinds: [sheet], ${module} });
`;
const FIRST: Version = { version: '1.0.0', fields: 'speed_mm_s: Type.Optional(Field.integer())' };
const RENAMED: Version = {
  version: '2.0.0',
  fields: 'speed: Type.Optional(Field.integer())',
  rest: `changes: { '2.0.0': { rename: { speed_mm_s: 'speed' } } },`,
  module: `permissions: { kinds: { 'inventory:part': 'read' }, egress: ['api.example.com'] },`,
};
const RENAMED_AGAIN: Version = {
  version: '2.1.0',
  fields: 'rate: Type.Optional(Field.integer())',
  rest: `changes: { '2.1.0': { rename: { speed: 'rate' } } },`,
};
/** It loses the values of a field. */
const LOSING: Version = { version: '3.0.0', fields: '' };

const folder = await mkdtemp(join(tmpdir(), 'cubit-installed-'));
const files = { first: '', renamed: '', again: '', losing: '', untrue: '' };

async function writeArchive(file: keyof typeof files, version: Version, manifest = {}): Promise<void> {
  files[file] = join(folder, `${file}.tgz`);
  const packed = { name: 'laser', version: version.version, source: sourceOf(version) };
  await writeFile(files[file], packModule({ ...packed, manifest: { version: version.version, ...manifest } }));
}

let server: ShippedServer;
let owner: TestUser;
const beside: Program[] = [];
beforeAll(async () => {
  await writeArchive('first', FIRST);
  await writeArchive('renamed', RENAMED);
  await writeArchive('again', RENAMED_AGAIN);
  await writeArchive('losing', LOSING);
  await writeArchive('untrue', FIRST, { contract: '^1.1.0' });
  server = await startShippedServer();
  owner = await server.register();
  await server.as(owner).post('/api/v1/me/orgs', { slug: 'lab', name: 'Lab' });
});
afterAll(async () => {
  for (const program of beside) await program.kill();
  await server.close();
  await rm(folder, { recursive: true });
});

const SHEETS = '/api/v1/orgs/lab/modules/laser/records/sheet';

interface Listed {
  readonly name: string;
  readonly version: string | null;
  readonly state: string;
}

/** Version and state of each row of `modules list`. */
async function listed(): Promise<readonly string[]> {
  const { output } = await server.command('modules', 'list', '--json');
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Listed)
    .map(({ name, version, state }) => `${name} ${version ?? '-'} ${state}`);
}

/** A killed process counts as running for 10 s. */
const forgetProcesses = () =>
  server.database.pool.query(`update instance_process set seen_at = seen_at - interval '11 seconds'`);
const succeeded = ({ code, errors }: EndedCommand) => expect({ code, errors }).toEqual({ code: 0, errors: '' });
const titles = async () => {
  const { status, body } = await server.as(owner).get<{ data?: readonly { title: string; fields: object }[] }>(SHEETS);
  return { status, records: body.data?.map(({ title, fields }) => ({ title, fields })) };
};

describe('a packed module', () => {
  it('is planned without a change, and needs --yes where nobody can be asked', async () => {
    const plan = await server.command('modules', 'plan', files.first, '--json');
    expect(plan).toMatchObject({ code: 3, errors: '' });
    expect(JSON.parse(plan.output)).toMatchObject({
      name: 'laser',
      version: '1.0.0',
      package: 'cubit-module-laser',
      integrity: expect.stringMatching(/^sha512-/),
      from: null,
      hash: expect.stringMatching(/^[0-9a-f]{16}$/),
      faults: [],
    });

    const refused = await server.command('modules', 'add', files.first);
    expect(refused).toMatchObject({ code: 2, errors: expect.stringContaining('--yes') });
    expect(refused.output).toMatch(
      /^laser 1\.0\.0, contract \^1\.0\.0\n[^]*integrity +sha512-[^]*provenance +none[^]*sandbox/,
    );
    expect(await listed()).toEqual([]);
  });

  it('is staged, and can be enabled before any process runs it', async () => {
    succeeded(await server.command('modules', 'add', files.first, '--yes'));
    expect(await listed()).toEqual(['laser 1.0.0 staged']);

    succeeded(await server.command('modules', 'enable', 'laser', '--workspace', 'lab'));
    expect(await titles()).toMatchObject({ status: 404 });
    expect(await server.command('modules', 'enable', 'laser', '--workspace', 'none')).toMatchObject({
      code: 1,
      errors: "Workspace 'none' does not exist.\n",
    });
    expect(await server.command('modules', 'disable', 'lasr', '--workspace', 'lab')).toMatchObject({
      code: 1,
      errors: "Module 'lasr' is not installed.\n",
    });
  });

  it('waits for the processes that run other modules, and a process beside them runs theirs', async () => {
    const program = await startProgram({ environment: { DATABASE_URL: server.databaseUrl } });
    beside.push(program);
    expect(await listed()).toEqual(['laser 1.0.0 staged']);
    const warning = program.log.entries.find(({ level }) => level === 'warn');
    expect(warning).toMatchObject({ message: expect.stringContaining('modules are staged') });
    expect(JSON.stringify(warning)).toContain('laser 1.0.0');
    await server.restart();
    expect(await listed()).toEqual(['laser 1.0.0 staged']);

    await beside.pop()?.kill();
    await server.restart();
    // The killed process counts as running until its lease has lapsed.
    expect(await listed()).toEqual(['laser 1.0.0 staged']);
    await forgetProcesses();
    await server.restart();
    expect(await listed()).toEqual(['laser 1.0.0 active']);
    const created = await server.as(owner).post(SHEETS, { fields: { name: 'Ply', speed_mm_s: 20 } });
    expect(created).toMatchObject({ status: 201 });
  });

  it('that is installed already changes nothing', async () => {
    const plan = await server.command('modules', 'plan', files.first);
    expect(plan).toMatchObject({ code: 0, output: expect.stringContaining('installed already') });
    succeeded(await server.command('modules', 'add', files.first, '--yes'));
    expect(await listed()).toEqual(['laser 1.0.0 active']);
  });

  it('is the same for a process with an empty data directory, and whatever happens to the files of one', async () => {
    const [code = ''] = globSync(`${server.dataDir}/modules/*/dist/index.js`);
    await appendFile(code, 'throw new Error("this file is not of the archive");');
    await server.restart();
    expect(await titles()).toMatchObject({ status: 200 });
    expect(await readFile(code, 'utf8')).toBe(sourceOf(FIRST));

    const program = await startProgram({ environment: { DATABASE_URL: server.databaseUrl } });
    beside.push(program);
    const reply = await fetch(`${program.address}${SHEETS}`, { headers: { authorization: `Bearer ${owner.token}` } });
    expect(await reply.json()).toMatchObject({ data: [{ title: 'Ply' }] });
    await beside.pop()?.stop();
  });
});

describe('a later version', () => {
  it('is planned with the records that it changes and the permissions that it asks for', async () => {
    const { code, output } = await server.command('modules', 'plan', files.renamed, '--json');

    expect(code).toBe(3);
    expect(JSON.parse(output)).toMatchObject({
      from: '1.0.0',
      kinds: [{ kind: 'laser:sheet', workspaces: [{ workspace: 'lab', records: 1 }] }],
      added_permissions: ['reads inventory:part', 'sends requests to api.example.com'],
      faults: [],
    });
  });

  it('that would lose values is refused by plan and add, which change nothing', async () => {
    for (const args of [['plan'], ['add', '--yes']]) {
      const refused = await server.command('modules', ...args, files.losing);
      expect(refused).toMatchObject({ code: 1 });
      expect(refused.output).toContain("'laser:sheet' no longer has 'speed_mm_s', a value of 1 record of 1 workspace");
    }
    expect(await listed()).toEqual(['laser 1.0.0 active']);
  });

  it('takes the place of the earlier one at the next start, with its records', async () => {
    succeeded(await server.command('modules', 'add', files.renamed, '--yes'));
    expect(await listed()).toEqual(['laser 1.0.0 active', 'laser 2.0.0 staged']);
    await server.restart();

    expect(await listed()).toEqual(['laser 2.0.0 active']);
    expect(await titles()).toMatchObject({
      status: 200,
      records: [{ title: 'Ply', fields: { name: 'Ply', speed: 20 } }],
    });
  });

  it('cannot be replaced by the earlier one, whose records it has changed', async () => {
    const refused = await server.command('modules', 'add', files.first, '--yes');

    expect(refused).toMatchObject({ code: 1 });
    expect(refused.output).toContain("Module 'laser' 1.0.0 is older than 2.0.0, which wrote its data; install 2.0.0");
  });
});

describe('an archive', () => {
  it.each([
    ['that does not exist', () => join(folder, 'absent.tgz'), /The archive '.*absent\.tgz' does not exist\.\n$/],
    ['that is named like a package', () => 'laser@1.0.0', /Download the package with `npm pack laser@1\.0\.0`/],
    [
      'whose manifest is not of its module',
      () => files.untrue,
      /'laser' .*manifest\.json has another 'contract' than.*build it again/,
    ],
  ])('%s is refused', async (_, path, message) => {
    const refused = await server.command('modules', 'add', path(), '--yes');

    expect(refused).toMatchObject({ code: 1, errors: expect.stringMatching(message) });
    expect(refused.errors).not.toContain('    at ');
  });

  it('of MODULES takes the place of an installed module, and is pinned', async () => {
    const pinned = await startProgram({ environment: { DATABASE_URL: server.databaseUrl, MODULES: files.renamed } });
    beside.push(pinned);
    await beside.pop()?.stop();
    const settings = { DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir, MODULES: files.renamed };
    const list = await runShippedCommand(['modules', 'list'], settings);
    const added = await runShippedCommand(['modules', 'add', files.first, '--yes'], settings);

    expect(list.output).toMatch(/laser +2\.0\.0 +pinned +cubit-module-laser/);
    expect(added).toMatchObject({ code: 1, errors: expect.stringContaining('change MODULES instead') });
  });
});

describe('a removed module', () => {
  it('leaves at the next start, and its records are there again when it is added again', async () => {
    expect(await server.command('modules', 'remove', 'laser')).toMatchObject({
      code: 2,
      errors: expect.stringContaining('--yes'),
    });
    succeeded(await server.command('modules', 'remove', 'laser', '--yes'));
    expect(await listed()).toEqual(['laser 2.0.0 active', 'laser - staged']);
    expect(await titles()).toMatchObject({ status: 200 });
    await server.restart();
    expect(await listed()).toEqual(['laser 2.0.0 removed']);
    expect(await titles()).toMatchObject({ status: 404 });
    expect(await server.command('modules', 'remove', 'laser', '--yes')).toMatchObject({
      code: 1,
      errors: "Module 'laser' is not installed.\n",
    });

    succeeded(await server.command('modules', 'add', files.renamed, '--yes'));
    await server.restart();
    expect(await listed()).toEqual(['laser 2.0.0 active']);
    expect(await titles()).toMatchObject({ status: 200, records: [{ title: 'Ply' }] });
  });

  it('that no process ran yet is gone at once', async () => {
    succeeded(await server.command('modules', 'remove', 'laser', '--yes'));
    await server.restart();
    succeeded(await server.command('modules', 'add', files.renamed, '--yes'));
    succeeded(await server.command('modules', 'remove', 'laser', '--yes'));

    expect(await listed()).toEqual(['laser 2.0.0 removed']);
  });
});

describe('a plan', () => {
  const RECORDS = 1_201;
  const apply = (hash: string, options?: Parameters<typeof runShippedCommand>[2]) =>
    runShippedCommand(
      ['modules', 'apply', hash, '--yes', '--json'],
      { DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir },
      options,
    );
  const steps = ({ output }: EndedCommand) =>
    output
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { readonly step?: string; readonly applied?: string });
  let hash: string;

  it('waits for running processes, and is then refused', async () => {
    await server.database.pool.query(
      `insert into record (workspace_id, kind, id, title, fields, created_at, updated_at)
        select workspace_id, kind, gen_random_uuid(), title, fields, created_at, updated_at
        from record_laser_sheet, generate_series(2, ${RECORDS})`,
    );
    const plan = await server.command('modules', 'plan', files.again, '--json');
    ({ hash } = JSON.parse(plan.output) as { readonly hash: string });
    const added = await server.command('modules', 'add', files.again, '--yes');
    expect(added).toMatchObject({ code: 0, output: expect.stringContaining(`cubit modules apply ${hash}`) });

    expect(await apply('0123456789abcdef')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('No installed module has plan 0123456789abcdef'),
    });
    expect(await apply(hash)).toMatchObject({
      code: 1,
      errors: 'A process of the instance is running. Stop all of them, and apply the plan again.\n',
    });
    expect(await listed()).toEqual(['laser 2.0.0 removed', 'laser 2.1.0 staged']);
  });

  it('changes the records in steps, continues after a kill, and is applied once', async () => {
    await server.kill();
    await forgetProcesses();
    // The last step waits for this record, so that the kill comes before the end.
    const client = await server.database.pool.connect();
    await client.query('begin');
    await client.query('select from record_laser_sheet order by workspace_id desc, id desc limit 1 for update');
    const killed = await apply(hash, { killAt: /: 500 of 1201/ });
    await client.query('rollback');
    client.release();
    expect(killed.code).toBeNull();
    await forgetProcesses();

    const applied = await apply(hash);
    succeeded(applied);
    expect(steps(applied)).toEqual(
      expect.arrayContaining([
        { step: expect.stringMatching(/^laser 2\.1\.0: records of laser:sheet/) },
        { step: 'laser 2.1.0: views, wires and indexes' },
        { applied: hash, name: 'laser', version: '2.1.0' },
      ]),
    );
    expect(await apply(hash)).toMatchObject({ code: 1, errors: expect.stringContaining('it is applied already') });
    expect(await listed()).toEqual(['laser 2.1.0 active']);
    const { rows } = await server.database.pool.query(
      `select fields - 'name' as fields, count(*)::int from record_laser_sheet group by 1`,
    );
    expect(rows).toEqual([{ fields: { rate: 20 }, count: RECORDS }]);

    await server.restart();
    expect((await titles()).records?.[0]).toEqual({ title: 'Ply', fields: { name: 'Ply', rate: 20 } });
  });
});
