import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import { freePort, itInLongRun } from '@cubit/testing';
import { Author, type Running } from './fixtures/author.js';
import { startLocalRegistry } from './fixtures/local-registry.js';
import { ROOT } from './workspace.js';

const PATIENCE_MS = 600_000;
const folder = await mkdtemp(join(tmpdir(), 'cubit-author-'));
const instance = join(folder, 'instance');
const project = join(folder, 'cubit-module-laser');
const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'pack', '--', '--check'], {
  cwd: ROOT,
});
const archives = stdout.split('\n').filter((line) => line.endsWith('.tgz'));
const registry = await startLocalRegistry(archives);
const author = new Author({ registry: registry.url, home: folder });
const running: Running[] = [];
afterAll(async () => {
  for (const program of running) await program.stop();
  await registry.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

const page = await readFile(`${ROOT}docs/authoring.md`, 'utf8');
const [create = '', dev = '', test = '', check = '', pack = '', install = '', serve = ''] =
  /## Seven commands\n\n```sh\n([\s\S]*?)\n```/.exec(page)?.[1]?.split('\n') ?? [];

async function edit(file: string, change: (text: string) => string): Promise<void> {
  const path = join(project, file);
  await writeFile(path, change(await readFile(path, 'utf8')));
}

interface Call {
  readonly token?: string;
  readonly body?: object;
}
async function call<Body>(address: string, path: string, { token, body }: Call = {}) {
  const reply = await fetch(address + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: reply.status, body: (await reply.json()) as Body };
}

interface Items {
  readonly data: readonly { readonly fields: object }[];
}

/** `cubit-module dev`, and the list of its items; with a body, a new item. */
interface Loop {
  readonly program: Running;
  readonly address: string;
  items(body?: object): Promise<{ readonly status: number; readonly body: Items }>;
}
let loop: Loop;

async function startLoop(): Promise<Loop> {
  const port = String(await freePort());
  const program = author.start(dev, folder, { PORT: port });
  running.push(program);
  const address = `http://localhost:${port}`;
  await program.says(/docs: .*/);
  const token = (await readFile(join(project, '.cubit/dev-token'), 'utf8')).trim();
  const path = '/api/v1/orgs/dev/modules/laser/records/item';
  return { program, address, items: (body) => call<Items>(address, path, { token, ...(body && { body }) }) };
}

interface Mistake {
  readonly file: string;
  readonly change: (text: string) => string;
  /** What the loop prints of it. */
  readonly message: RegExp;
}

// One story: each step uses the folder as the step before left it.
describe('the author of a module, with the packed packages in an empty folder', () => {
  it('packs five packages that publint and attw accept', () => {
    expect(archives.map((archive) => archive.replace(/.*\/|-\d.*/g, '')).sort()).toEqual([
      'create-cubit-module',
      'cubit-core',
      'cubit-module-kit',
      'cubit-server',
      'cubit-testing',
    ]);
  });

  it('packs packages that are published for everybody, with provenance', async () => {
    const manifests = await Promise.all(
      archives.map((archive) => promisify(execFile)('tar', ['-xzOf', archive, 'package/package.json'])),
    );

    expect(
      manifests.map((manifest) => (JSON.parse(manifest.stdout) as { publishConfig: unknown }).publishConfig),
    ).toEqual(archives.map(() => ({ access: 'public', provenance: true })));
  });

  it('packs a contract of 100 kB and 90 files at most', async () => {
    const core = archives.find((archive) => archive.includes('/cubit-core-')) ?? '';
    const { stdout: files } = await promisify(execFile)('tar', ['-tzf', core]);

    expect((await stat(core)).size).toBeLessThanOrEqual(100_000);
    expect(files.trim().split('\n').length).toBeLessThanOrEqual(90);
  });

  it(
    'creates a module and installs its packages',
    async () => {
      expect(await author.do(create, folder)).toContain('cubit-module-laser is written.');
    },
    PATIENCE_MS,
  );

  it(
    'serves it with its seed, prints a request to try, and restarts the program with each change',
    async () => {
      loop = await startLoop();
      const line = await loop.program.says(/Cubit .*dev-token/);
      expect(line).toMatch(/^Cubit \d+\.\d+\.\d+, module laser 0\.1\.0, contract \^\d/);
      expect(line).toContain(loop.address);
      const tried = await loop.program.says(/curl .*/);
      expect(JSON.parse(await author.do(tried.replace('curl', 'curl -s'), project))).toMatchObject({
        data: [{ kind: 'laser:item' }, { kind: 'laser:item' }],
      });

      const seen = loop.program.text.length;
      await edit('src/item/item.kind.ts', (text) =>
        text.replace('status: Field', "power: Type.Optional(Field.decimal({ title: 'Power' })),\n    status: Field"),
      );
      const restarted = await loop.program.says(/restarted in \d+ ms/, seen);
      process.stdout.write(`dev: ${restarted}\n`);
      const created = await loop.items({ fields: { name: 'Align', power: 40 } });
      expect(created).toMatchObject({ status: 201, body: { fields: { power: 40 } } });
      expect((await loop.items()).body.data).toHaveLength(3);
      await edit('src/item/item.kind.ts', (text) => text.replace(/ {4}power: .*\n/, ''));
    },
    PATIENCE_MS,
  );

  it.each<[string, Mistake]>([
    [
      'syntax',
      {
        file: 'src/events.ts',
        change: (text) => text.replace("'laser.item.finished'", "'laser.item.finished"),
        message: /^src\/events\.ts:\d+:\d+: Unterminated string/m,
      },
    ],
    [
      'declarations',
      {
        file: 'src/events.ts',
        change: (text) => text.replace("'laser.item.finished'", "'lathe.item.finished'"),
        message: /^src\/events\.ts:\d+: .*'lathe\.item\.finished'.*; name it/m,
      },
    ],
    [
      'an example',
      {
        file: 'src/item/item.kind.ts',
        change: (text) => text.replace("example: { name: 'Oil the bearings' }", "example: { name: '' }"),
        message: /^src\/item\/item\.kind\.ts:\d+: Kind 'laser:item': \/example\/name .*; correct the example/m,
      },
    ],
    [
      'code that throws while it loads',
      {
        file: 'src/events.ts',
        change: (text) => `${text}\nif (itemFinished.title) throw new Error('No laser was found.');\n`,
        message: /^src\/events\.ts:\d+: No laser was found; correct it\./m,
      },
    ],
    [
      'an import that the program refuses at its start',
      {
        file: 'src/events.ts',
        change: (text) =>
          `import { hostname } from 'node:os';\n${text.replace("'An item was marked as done.'", 'hostname()')}`,
        message: /^src\/events\.ts:1: import 'node:os' is not provided by the program; remove it/m,
      },
    ],
    [
      'types',
      {
        file: 'src/item/finish.action.ts',
        change: (text) => text.replace('const finishedAt =', 'const finishedAt: number ='),
        message: /^src\/item\/finish\.action\.ts\(\d+,\d+\): error TS2322/m,
      },
    ],
  ])(
    'prints the place and the remedy of a fault in %s, and serves on',
    async (_, { file, change, message }) => {
      const { program, items } = loop;
      const sound = await readFile(join(project, file), 'utf8');
      let seen = program.text.length;
      try {
        await edit(file, change);
        await program.says(message, seen);
        expect(program.text.slice(seen)).not.toMatch(/^ {4}at /m);
        expect((await items()).status).toBe(200);
      } finally {
        seen = program.text.length;
        await edit(file, () => sound);
      }
      await program.says(/restarted in \d+ ms/, seen);
    },
    PATIENCE_MS,
  );

  it('ends with all of its processes', async () => {
    await loop.program.stop();
  });

  it(
    'tests it with node:test',
    async () => {
      const text = await author.do(test, project);
      expect(text).toMatch(/runs the example of laser:finish/);
      expect(text).toMatch(/fail 0/);
    },
    PATIENCE_MS,
  );

  it(
    'checks it, and reaches silver',
    async () => {
      const text = await author.do(check, project);
      expect(text).toMatch(/tier: silver/);
      expect(text).not.toMatch(/FAIL/);
    },
    PATIENCE_MS,
  );

  itInLongRun(
    'reaches gold once its tables are written',
    async () => {
      const best = await author.do('npx cubit-module check --tier gold --fix', project);
      expect(best).toMatch(/tier: gold/);
    },
    PATIENCE_MS,
  );

  it(
    'type-checks it without the types of Node, with those of its packages',
    async () => {
      const configuration = {
        extends: './tsconfig.json',
        compilerOptions: { types: [], skipLibCheck: false },
        include: [],
        files: ['src/laser.module.ts'],
      };
      await writeFile(join(project, 'tsconfig.bare.json'), JSON.stringify(configuration));
      await author.do('npx tsc -p tsconfig.bare.json', project);
      await rm(join(project, 'tsconfig.bare.json'));
    },
    PATIENCE_MS,
  );

  itInLongRun(
    'compiles with the types of @sinclair/typebox 0.34, and passes the same specs',
    async () => {
      await author.do('npm install --no-save @sinclair/typebox@0.34', project);
      await author.do(
        `cp -r src older && sed -i "s#'typebox'#'@sinclair/typebox'#; s#'@cubit/core'#'@cubit/core/typebox-0.34'#" $(find older -name '*.ts')`,
        project,
      );
      const configuration = { extends: './tsconfig.json', include: ['older'] };
      await writeFile(join(project, 'tsconfig.older.json'), JSON.stringify(configuration));
      await author.do('npx tsc -p tsconfig.older.json', project);
      expect(await author.do("node --test 'older/**/*.test.ts'", project)).toMatch(/fail 0/);
      await author.do('rm -r older tsconfig.older.json', project);
    },
    PATIENCE_MS,
  );

  itInLongRun(
    'tests it with Jest and with Vitest',
    async () => {
      const modules = `${ROOT}node_modules`;
      await symlink(`${modules}/vitest`, join(project, 'node_modules/vitest'));
      const sweep = (entry: string) =>
        `import { moduleSweep } from '${entry}';\nimport { laser } from '../dist/index.js';\nmoduleSweep(laser);\n`;
      await mkdir(join(project, 'runners'));
      await writeFile(join(project, 'runners/sweep.jest.mjs'), sweep('@cubit/testing'));
      await writeFile(join(project, 'runners/sweep.vitest.mjs'), sweep('@cubit/testing/vitest'));
      const jest = `node --experimental-vm-modules ${modules}/jest/bin/jest.js --rootDir . --transform '{}' --testMatch '**/*.jest.mjs' --testTimeout 60000`;
      expect(await author.do(jest, project)).toMatch(/Tests: +4 passed, 4 total/);
      const vitest = `node ${modules}/vitest/vitest.mjs run --root . --testTimeout 60000 --reporter verbose`;
      await writeFile(
        join(project, 'vitest.config.mjs'),
        "export default { test: { include: ['runners/*.vitest.mjs'] } };\n",
      );
      expect(await author.do(vitest, project)).toMatch(/Tests +4 passed \(4\)/);
      await author.do('rm -r runners vitest.config.mjs node_modules/vitest', project);
    },
    PATIENCE_MS,
  );

  it(
    'packs it, and an operator installs and serves it',
    async () => {
      await author.do(pack, project);
      await mkdir(instance);
      await author.do(`cp ${project}/*.tgz . && npm init -y`, instance);
      await author.do(install, instance);
      const port = String(await freePort());
      const program = author.start(serve, instance, { PORT: port });
      running.push(program);
      await program.says(/listening on/);
      const address = `http://localhost:${port}`;
      const person = { email: 'owner@example.org', name: 'Owner', password: 'correct horse battery' };
      const { body } = await call<{ token: string }>(address, '/api/v1/me/registration', { body: person });
      const { token } = body;
      const workspace = { slug: 'workshop', name: 'Workshop', modules: ['laser'] };
      expect(await call(address, '/api/v1/me/orgs', { token, body: workspace })).toMatchObject({ status: 201 });
      const module = '/api/v1/orgs/workshop/modules/laser';
      const made = await call<{ id: string }>(address, `${module}/records/item`, {
        token,
        body: { fields: { name: 'Align' } },
      });
      const finish = { record: { kind: 'laser:item', id: made.body.id }, input: {} };
      expect(await call(address, `${module}/actions/finish`, { token, body: finish })).toMatchObject({ status: 200 });
      expect(await call(address, `${module}/status`, { token })).toEqual({
        status: 200,
        body: { open: 0, done: 1, left: 4 },
      });
      await program.stop();
    },
    PATIENCE_MS,
  );

  it(
    'builds, tests and packs the worked example, which reaches gold',
    async () => {
      const example = join(folder, 'example');
      await cp(`${ROOT}examples/laser`, example, { recursive: true });
      await author.do('rm -rf node_modules dist .cubit && npm install', example);
      const text = await author.do('npm run check', example);
      expect(text).toMatch(/ok +gold +answers of 2000 arbitrary requests/);
      expect(text).toMatch(/tier: gold/);
      expect(text).not.toMatch(/FAIL/);
      expect(await author.do('npm pack', example)).toContain('cubit-module-laser-0.1.0.tgz');
    },
    PATIENCE_MS,
  );
});
