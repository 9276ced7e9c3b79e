import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { build, type BuildOptions } from 'esbuild';
import { emitTypes, provideContract, rollUpTypes } from './emit-types.js';
import { withOlderTypebox } from './older-typebox.js';
import { declaredVersion, LICENSE, OUT, REPOSITORY, ROOT, VERSIONS } from './workspace.js';

const run = promisify(execFile);
const CORE = 'libs/core/src/index.ts';
const PUBLISHED = 'tools/packaging/src/published';
const TESTING = `${PUBLISHED}/testing.ts`;
const RUNNERS = ['jest', 'vitest'] as const;
const NODE = { node: '>=22.18' };
const PUBLISH = { access: 'public', provenance: true };

/** A package in its folder, ready to be packed. */
type Manifest = Readonly<Record<string, unknown>>;

export interface PackOptions {
  /** Accepts changes of the contract. */
  readonly update?: boolean;
}

/** Writes all packages below `dist/packages`, and returns their archives. */
export async function packPackages({ update = false }: PackOptions = {}): Promise<readonly string[]> {
  await rm(OUT, { recursive: true, force: true });
  await mkdir(OUT, { recursive: true });
  await emitTypes([CORE, TESTING, ...RUNNERS.map((runner) => `${PUBLISHED}/testing-${runner}.ts`)]);
  await writeCore(update);
  await Promise.all([writeTesting(), writeServer(), writeKit(), writeTemplate()]);
  return Promise.all(['core', 'server', 'testing', 'module-kit', 'create-module'].map(pack));
}

async function pack(folder: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', OUT], {
    cwd: `${OUT}/${folder}`,
  });
  const packed = Object.values(JSON.parse(stdout) as Record<string, { readonly filename: string }>);
  return `${OUT}/${(packed[0]?.filename ?? '').replace('@', '').replace('/', '-')}`;
}

async function writeManifest(folder: string, name: string, manifest: Manifest): Promise<void> {
  const origin = { license: LICENSE, repository: REPOSITORY, publishConfig: PUBLISH };
  const shared = { name, version: VERSIONS.release, type: 'module', ...origin, engines: NODE };
  await mkdir(`${OUT}/${folder}`, { recursive: true });
  await writeFile(`${OUT}/${folder}/package.json`, `${JSON.stringify({ ...shared, ...manifest }, null, 2)}\n`);
}

/** Bundles sources, with libraries of the workspace from source. */
async function bundle(folder: string, options: BuildOptions): Promise<void> {
  await build({
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    conditions: ['@cubit/source'],
    outdir: `${OUT}/${folder}/dist`,
    logLevel: 'warning',
    ...options,
  });
}

const entry = (name: string) => ({ types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` });

async function writeCore(update: boolean): Promise<void> {
  await writeManifest('core', '@cubit/core', {
    version: VERSIONS.contract,
    description: 'The contract of Cubit: what the author of a module imports.',
    exports: {
      '.': entry('index'),
      './typebox-0.34': { types: './dist/typebox-0.34.d.ts', default: './dist/index.js' },
      './package.json': './package.json',
    },
    files: ['dist', 'README.md'],
    sideEffects: false,
    peerDependencies: { typebox: `^${declaredVersion('libs/core/', 'typebox')}`, '@sinclair/typebox': '^0.34.0' },
    peerDependenciesMeta: { '@sinclair/typebox': { optional: true } },
  });
  await bundle('core', { entryPoints: { index: ROOT + CORE }, external: ['typebox', 'typebox/*'] });
  await rollUpTypes({
    entry: CORE,
    packageName: '@cubit/core',
    file: `${OUT}/core/dist/index.d.ts`,
    report: { folder: `${ROOT}libs/core`, update },
  });
  const types = await readFile(`${OUT}/core/dist/index.d.ts`, 'utf8');
  await writeFile(`${OUT}/core/dist/typebox-0.34.d.ts`, withOlderTypebox(types));
  await provideContract(types);
  await copyPage('core', 'core.md');
}

async function writeTesting(): Promise<void> {
  const runners = Object.fromEntries(RUNNERS.map((runner) => [`./${runner}`, entry(runner)]));
  await writeManifest('testing', '@cubit/testing', {
    description: 'The whole service of Cubit for the specs of a module.',
    exports: { '.': entry('index'), ...runners, './package.json': './package.json' },
    files: ['dist', 'README.md'],
    sideEffects: false,
    peerDependencies: { '@cubit/core': `^${VERSIONS.contract}`, '@cubit/server': VERSIONS.release },
  });
  const files = Object.fromEntries(RUNNERS.map((runner) => [runner, `${ROOT}${PUBLISHED}/testing-${runner}.ts`]));
  await bundle('testing', {
    entryPoints: { index: ROOT + TESTING, ...files },
    external: ['@cubit/core', '@jest/globals', 'vitest', 'typebox'],
    splitting: true,
  });
  await rollUpTypes({ entry: TESTING, packageName: '@cubit/testing', file: `${OUT}/testing/dist/index.d.ts` });
  for (const runner of RUNNERS) await writeFile(`${OUT}/testing/dist/${runner}.d.ts`, RUNNER_TYPES);
  await copyPage('testing', 'testing.md');
}

const RUNNER_TYPES = `export { moduleSweep } from './index.js';\n`;

/** The folders of the program keep their places to each other: it finds the web app and its manifest by them. */
async function writeServer(): Promise<void> {
  const { bundleInto } = (await import(`${ROOT}tools/build/bundle.mjs`)) as {
    bundleInto(folder: string, entries: Readonly<Record<string, string>>): Promise<void>;
  };
  const { UNBUNDLED } = (await import(`${ROOT}tools/build/unbundled.mjs`)) as { readonly UNBUNDLED: readonly string[] };
  const installed = UNBUNDLED.filter((name) => !/\*|^pg-native$/.test(name));
  const versions = await Promise.all(installed.map(async (name) => [name, await installedVersion(name)] as const));
  await writeManifest('server', '@cubit/server', {
    description: 'Cubit: a self-hostable, multi-workspace service for workshops and makerspaces.',
    engines: { node: '>=24' },
    bin: { cubit: './bin/cubit-server.js', 'cubit-server': './bin/cubit-server.js' },
    exports: {
      './testing': { types: './testing.d.ts', default: './apps/api/bundle/test-server.js' },
      './package.json': './package.json',
    },
    files: ['apps', 'bin', 'testing.d.ts', 'README.md'],
    dependencies: Object.fromEntries(versions),
  });
  const folder = `${OUT}/server`;
  const entries = `${ROOT}tools/packaging/dist/entries`;
  await bundleInto(`${folder}/apps/api/bundle`, {
    'test-server': `${entries}/test-server.js`,
    'postgres-host': `${entries}/postgres-host.js`,
  });
  await mkdir(`${folder}/bin`);
  await writeFile(`${folder}/bin/cubit-server.js`, `#!/usr/bin/env node\nimport '../apps/api/bundle/main.js';\n`);
  const program = { name: '@cubit/api', version: VERSIONS.release, type: 'module', private: true };
  await writeFile(`${folder}/apps/api/package.json`, JSON.stringify(program));
  await cp(`${ROOT}tools/packaging/pages/server-testing.d.ts.txt`, `${folder}/testing.d.ts`);
  await cp(`${ROOT}apps/web/dist`, `${folder}/apps/web/dist`, { recursive: true });
  await copyPage('server', 'server.md');
}

async function installedVersion(name: string): Promise<string> {
  const manifest = JSON.parse(await readFile(`${ROOT}node_modules/${name}/package.json`, 'utf8')) as {
    readonly version: string;
  };
  return manifest.version;
}

async function writeKit(): Promise<void> {
  const dependencies = ['@arethetypeswrong/core', 'esbuild', 'publint'];
  await writeManifest('module-kit', '@cubit/module-kit', {
    description: 'The tools of a Cubit module: dev, build, test, check, pack, diff.',
    bin: { 'cubit-module': './dist/main.js' },
    files: ['dist', 'README.md'],
    dependencies: Object.fromEntries(dependencies.map((name) => [name, declaredVersion('tools/module-kit/', name)])),
    peerDependencies: { '@cubit/server': VERSIONS.release },
  });
  await bundle('module-kit', {
    entryPoints: { main: `${ROOT}tools/module-kit/src/main.ts` },
    external: dependencies,
    banner: { js: '#!/usr/bin/env node' },
  });
  await copyPage('module-kit', 'module-kit.md');
}

async function writeTemplate(): Promise<void> {
  await writeManifest('create-module', 'create-cubit-module', {
    description: 'Creates a Cubit module: npm create cubit-module@latest <name>.',
    bin: { 'create-cubit-module': './dist/main.js' },
    files: ['dist', 'template', 'README.md'],
  });
  await bundle('create-module', {
    entryPoints: { main: `${ROOT}tools/create-module/src/main.ts` },
    banner: { js: '#!/usr/bin/env node' },
    define: { VERSIONS: JSON.stringify(templateVersions()) },
  });
  await cp(`${ROOT}tools/create-module/template`, `${OUT}/create-module/template`, { recursive: true });
  await copyPage('create-module', 'create-module.md');
}

/** The template is developed with the versions of the workspace. */
function templateVersions(): Readonly<Record<string, string>> {
  return {
    ...VERSIONS,
    typebox: declaredVersion('libs/core/', 'typebox'),
    types_node: declaredVersion('', '@types/node'),
    typescript: declaredVersion('tools/checks/', 'typescript'),
  };
}

function copyPage(folder: string, page: string): Promise<void> {
  return cp(`${ROOT}tools/packaging/pages/${page}`, `${OUT}/${folder}/README.md`);
}
