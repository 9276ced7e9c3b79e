import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startShippedServer, type ShippedServer, type TestWorkspace } from '@cubit/testing';
import { endedJob, runShippedCommand } from '@cubit/testing/shipped';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { unpack } from './fixtures/packed-archive.js';
import { packModule } from './fixtures/packed-module.js';

interface EndedJob {
  readonly state: string;
  readonly result: Readonly<Record<string, unknown>> | null;
}
interface ModuleState {
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

// A whole program starts here, on a machine that may be busy.

const VERSION = '3.2.1';

/** The parts of a module's source that a case changes. */
interface Source {
  readonly imports?: string;
  readonly before?: string;
  readonly fields?: string;
  readonly kind?: string;
  readonly action?: string;
  readonly effects?: string;
  readonly example?: string;
  readonly event?: string;
  readonly module?: string;
  readonly rest?: string;
}

function sourceOf(name: string, source: Source): string {
  const { imports = '', before = '', fields = '', kind = '', module = '', rest = '' } = source;
  const effects = source.effects ?? 'destructive: false, idempotent: true, readOnly: false';
  const example = source.example ?? `example: { title: 'Cut', input: { qty: 1 } },`;
  return `
import { defineAction, defineEvent, defineKind, defineModule, fail, Field } from '@cubit/core';
import { Type } from 'typebox';
${imports}
${before}
const item = defineKind({ id: '${name}:item', title: ['Item', 'Items'], titleField: 'name',
  fields: Type.Object({ name: Field.text(), ${fields} }), example: { name: 'Sheet' }, ${kind} });
const cut = defineAction({ id: '${name}:cut', title: 'Cut', appliesTo: [item],
  input: Type.Object({ qty: Field.integer({ minimum: 1 }) }), output: Type.Null(), emits: [], effects: { ${effects} }, ${example}
  run: async () => { throw fail('conflict', 'No laser is free.'); }, ${source.action ?? ''} });
const done = defineEvent({ name: '${name}.item.done', title: 'Done', payload: Type.Object({ itemId: Field.ref('${name}:item') }),
  example: { itemId: '0190a6e2-7c1d-7b3a-9f00-000000000001' }, ${source.event ?? ''} });
export const value = defineModule({ name: '${name}', version: '1.0.0', contract: '^1.0.0', title: 'Lab', description: 'For a spec.',
  kinds: [item], actions: [cut], events: [done], ${module} });
${rest}
`;
}

/** Broken modules by name: what differs from a good one, and the place and the remedy that the message has. */
const BROKEN: Readonly<Record<string, readonly [Source, RegExp]>> = {
  'b-throws': [{ before: `throw new Error('no laser found');` }, /index\.js:\d+: .*no laser found; correct it/],
  'b-syntax': [{ before: 'const = 1;' }, /index\.js:5: .*correct the source/],
  'b-no-export': [{ imports: `import { absent } from '@cubit/core';` }, /index\.js:4: .*'absent'.*correct/],
  'b-builtin': [{ imports: `import 'node:child_process';` }, /import 'node:child_process' is not provided.*remove it/],
  'b-short-builtin': [{ imports: `import 'fs';` }, /import 'fs' is not provided.*remove it/],
  'b-driver': [{ imports: `import 'pg';` }, /import 'pg' is not provided.*bundle it/],
  'b-inner': [{ imports: `import '@cubit/core/host';` }, /import '@cubit\/core\/host' .*import from @cubit\/core/],
  'b-outside': [
    { imports: `import '../b-throws/index.js';` },
    /import '\.\.\/b-throws\/index\.js' is outside.*bundle it/,
  ],
  'b-data': [
    { imports: `import 'data:text/javascript,1';` },
    /import 'data:text\/javascript,1' is not provided.*bundle/,
  ],
  'b-dynamic': [{ before: `await import('node:net');` }, /import 'node:net' is not provided.*remove it/],
  'b-two': [
    { rest: `export const other = { ...value, name: 'b-other' };` },
    /exports 'b-other' and 'b-two'; export one value made with defineModule/,
  ],
  'b-contract': [{ module: `contract: '^9.0.0',` }, /contract \^9\.0\.0.*install a version/],
  'b-version': [{ module: `version: 'one',` }, /version 'one'; write a semantic version/],
  'b-requires': [{ module: `requires: ['absent'],` }, /requires module 'absent'.*install 'absent'/],
  'b-type': [{ fields: `at: { type: 'Date' },` }, /'b-type:item' have type 'Date'.*use one of.*at '\/properties\/at'/],
  'b-nonsense': [
    { fields: `at: { type: 'nonsense' },` },
    /'b-nonsense:item' have type 'nonsense'.*use one of.*at '\/properties\/at'/,
  ],
  'b-tuple': [
    { fields: `at: { type: 'array', items: [{ type: 'string' }] },` },
    /have a list as 'items', as in draft 7; use 'prefixItems' at '\/properties\/at'/,
  ],
  'b-format': [
    { fields: `at: { type: 'string', format: 'moon' },` },
    /have format 'moon'.*leave it out.*at '\/properties\/at'/,
  ],
  'b-x-type': [
    { fields: `at: { type: 'string', 'x-type': 'txt' },` },
    /have x-type 'txt'.*use a function of Field at '\/properties\/at'/,
  ],
  'b-pattern': [
    { fields: `at: { type: 'string', pattern: '(' },` },
    /have pattern '\('.*correct it at '\/properties\/at'/,
  ],
  'b-effects': [{ effects: '' }, /'b-effects:cut' does not state 'destructive' of its effects; add true or false/],
  'b-example': [
    { example: `example: { title: 'Cut', input: { qty: 0 } },` },
    /example of action 'b-example:cut' does not fit its schema at '\/qty'.*Correct the example/,
  ],
  'b-no-example': [{ example: '' }, /'b-no-example:cut' has no example; add one/],
  'b-kind-example': [{ kind: `example: { name: 5 },` }, /'b-kind-example:item': \/example\/name .*correct the example/],
  'b-event-example': [
    { event: `example: { itemId: 'x' },` },
    /example of event 'b-event-example\.item\.done' does not fit.*'\/itemId'.*Correct/,
  ],
  'b-field-name': [{ fields: `Weight: Type.Optional(Field.decimal()),` }, /field 'Weight'.*lower-case/],
  'b-column': [{ fields: `tags: Type.Optional(Field.text()),` }, /field 'tags'.*name it differently/],
  'b-index': [{ kind: `index: ['absent'],` }, /mentions field 'absent'/],
  'b-prefix': [{ kind: `id: 'inventory:item',` }, /kind 'inventory:item'; name it 'b-prefix:/],
  'b-operation': [
    {
      module: `routes: [{ operationId: 'getDocs', method: 'GET', path: '/x', summary: 'X', responses: {}, handler: null }],`,
    },
    /The operation 'getDocs' is declared twice.*rename one/,
  ],
  'b-changes': [
    { kind: `changes: { '2.0.0': { remove: ['power'] } },` },
    /changes of version '2\.0\.0'.*raise its version/,
  ],
  'b-retires': [{ module: `retires: ['b-retires:cut'],` }, /retires 'b-retires:cut', which it declares; leave out/],
};

/** What to do, as an imperative after the fault. */
const REMEDY =
  /(?:; |, |and |\. )(?:add|build|bundle|correct|export|import|install|leave|make|name|raise|remove|rename|use|write)\b/i;

const folder = await mkdtemp(join(tmpdir(), 'cubit-foreign-'));
let server: ShippedServer;
let workspace: TestWorkspace;

async function addPackage(name: string, source: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  const manifest = {
    name: `cubit-module-${name}`,
    version: VERSION,
    type: 'module',
    exports: './index.js',
    cubit: { module: name },
  };
  await writeFile(join(folder, name, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, name, 'index.js'), source);
}

async function addArchive(
  name: string,
  { source, changed = '' }: { readonly source: string; readonly changed?: string },
) {
  await writeFile(join(folder, `${name}.tgz`), packModule({ name, version: VERSION, source, changed }));
}

beforeAll(async () => {
  for (const [name, [source]] of Object.entries(BROKEN)) await addPackage(name, sourceOf(name, source));
  await addPackage(
    'good',
    sourceOf('good', { module: `settings: Type.Object({ api_key: Field.secret({ title: 'Key' }) }),` }),
  );
  await addPackage('idle', sourceOf('idle', {}));
  await addPackage('older', sourceOf('older', {}).replace("'@cubit/core'", "'@cubit/core/typebox-0.34'"));
  await addPackage('again', sourceOf('good', {}));
  await addArchive('packed', { source: sourceOf('packed', {}) });
  await addArchive('altered', { source: sourceOf('altered', {}), changed: '// later' });
  await writeFile(join(folder, 'damaged.tgz'), 'no archive');
  server = await startShippedServer({
    environment: {
      MODULES: `${folder}/good,${folder}/idle,${folder}/older,${folder}/again,${folder}/b-*,${folder}/absent,${folder}/*.tgz`,
      MODULES_OFF: 'idle',
      MODULES_ON_FAULT: 'skip',
      METRICS: 'on',
    },
  });
  workspace = await server.workspace();
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const faults = () =>
  server.log.entries
    .filter(({ message }) => message === 'a module is left out')
    .flatMap(({ details }) => (details as { readonly faults: readonly string[] }).faults);

describe('a broken module', () => {
  it.each(Object.entries(BROKEN))('%s is named with its package, version, place and remedy', (name, [, place]) => {
    const own = faults().filter((fault) =>
      fault.startsWith(`Module '${name}' (package 'cubit-module-${name}' ${VERSION}): `),
    );

    expect(own.join('\n')).toMatch(place);
    for (const fault of own) expect(fault).toMatch(REMEDY);
    expect(own.join('\n')).not.toMatch(/\n {4}at /);
  });

  it('of a name that another one has is named with both packages', () => {
    expect(faults().join('\n')).toMatch(
      /'good' \(package 'cubit-module-again' 3\.2\.1\): Two modules are named 'good'.* package 'cubit-module-good'/,
    );
  });

  it('stops a start without MODULES_ON_FAULT at once, with one line and without a stack trace', async () => {
    const { code, errors } = await runShippedCommand([], {
      DATABASE_URL: server.databaseUrl,
      MODULES: `${folder}/b-driver`,
    });

    expect(code).toBe(1);
    expect(errors).toContain("Module 'b-driver' (package 'cubit-module-b-driver' 3.2.1): import 'pg'");
    expect(errors).not.toContain('    at ');
  });
});

describe('an archive', () => {
  it('that was changed after its build, or is damaged, is refused with its name', () => {
    expect(faults().join('\n')).toMatch(
      /'altered\.tgz'.*dist\/index\.js is not the one of dist\/manifest\.json; build/,
    );
    expect(faults().join('\n')).toMatch(/'damaged\.tgz'.*the file is no archive of a package; make one/);
  });

  it('is unpacked and loaded', async () => {
    const path = `${workspace.path}/modules/packed/records/item`;

    expect(await server.as(workspace.owner).post(path, { fields: { name: 'Sheet' } })).toMatchObject({ status: 201 });
  });
});

describe('a module of another package', () => {
  it('uses the contract and the schemas of the program', async () => {
    const owner = server.as(workspace.owner);
    const path = `${workspace.path}/modules/good`;
    const { body, status } = await owner.post<{ id: string }>(`${path}/records/item`, { fields: { name: 'Sheet' } });
    const refused = await owner.post(`${path}/actions/cut`, {
      record: { kind: 'good:item', id: body.id },
      input: { qty: 1 },
    });

    expect(status).toBe(201);
    expect(refused).toMatchObject({ status: 409, body: { error: { message: 'No laser is free.' } } });
  });

  it('keeps a secret setting out of answers, the audit log, archives and the log', async () => {
    const secret = 'a key that nobody reads back';
    const owner = server.as(workspace.owner);
    const headers = { authorization: `Bearer ${workspace.owner.token}` };
    const jobOf = ({ id }: { readonly id: string }, { path }: TestWorkspace = workspace) =>
      endedJob(async () => (await owner.get<EndedJob>(`${path}/jobs/${id}`)).body);
    const set = await owner.patch(`${workspace.path}/modules/good`, { settings: { api_key: secret } });
    const job = await jobOf((await owner.post<{ id: string }>(`${workspace.path}/archive`)).body);
    const file = `${server.address}${workspace.path}/files/${String(job.result?.['file'])}/content`;
    const archive = new Uint8Array(await (await fetch(file, { headers })).arrayBuffer());
    const copy = await server.workspace({ owner: workspace.owner, modules: [] });
    const sent = await fetch(`${server.address}${copy.path}/archive/import`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/gzip' },
      body: archive,
    });
    const imported = await jobOf((await sent.json()) as { id: string }, copy);
    const answers = await Promise.all(
      ['modules', 'audit-log', 'ui', 'event-log'].map((path) => owner.get(`${workspace.path}/${path}`)),
    );
    const copied = await owner.get<{ data: ModuleState[] }>(`${copy.path}/modules`);

    expect(set).toMatchObject({ status: 200, body: { settings: { api_key: { set: true } } } });
    expect([job.state, imported.state]).toEqual(['succeeded', 'succeeded']);
    const texts = unpack(archive).map(({ bytes }) => bytes.toString());
    expect(texts.join('\n')).toContain('"good"');
    for (const text of [...texts, ...answers.map((answer) => answer.text), JSON.stringify(server.log.entries)])
      expect(text).not.toContain(secret);
    expect(copied.body.data.find(({ name }) => name === 'good')).toMatchObject({
      enabled: true,
      settings: { api_key: { set: false } },
    });
  });

  it('imports the contract under the types of an older TypeBox', async () => {
    const path = `${workspace.path}/modules/older/records/item`;

    expect(await server.as(workspace.owner).post(path, { fields: { name: 'Sheet' } })).toMatchObject({ status: 201 });
  });

  it('that is left out responds with 503 and its name', async () => {
    const owner = server.as(workspace.owner);

    expect(await owner.get(`${workspace.path}/modules/idle/records/item`)).toMatchObject({
      status: 503,
      body: { error: { code: 'unavailable', message: "The module 'idle' is left out of this start." } },
    });
    expect(await owner.get(`${workspace.path}/modules/unheard/records/item`)).toMatchObject({ status: 404 });
  });

  it('that is left out is named by /readyz and /metrics', async () => {
    const ready = await fetch(`${server.address}/readyz`);
    const metrics = await fetch(`${server.address}/metrics`);

    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({ modules_left_out: expect.arrayContaining(['idle', 'b-driver']) });
    expect(await metrics.text()).toContain('cubit_module_state{module="idle",state="left_out"} 1');
  });
});
