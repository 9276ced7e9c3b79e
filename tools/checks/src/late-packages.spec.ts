import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { build, type Plugin } from 'esbuild';

const { latePackages } = (await import(new URL('../../build/late-packages.mjs', import.meta.url).href)) as {
  readonly latePackages: Plugin;
};

/** A program that imports a package late, for each format that a package may have. */
const PACKAGES = {
  'plain-commonjs': { 'index.js': `const first = 1; class Second {} module.exports = { first, Second };` },
  'transpiled-commonjs': {
    'index.js': `Object.defineProperty(exports, '__esModule', { value: true }); exports.default = 'own'; exports.first = 1;`,
  },
  'getters-of-commonjs': {
    'index.js': `module.exports = require('./inner.js'); module.exports.second = 2;`,
    'inner.js': `exports.first = 1; Object.defineProperty(exports, 'lazy', { enumerable: true, get: () => 'read' });`,
  },
  'a-module': { 'index.js': `export const first = 1; export default 'own';`, 'package.json': `{ "type": "module" }` },
} as const;

type Exports = Readonly<Record<string, unknown>>;
const SHOW = `
  const { load } = await import(process.argv[1]);
  const { 'module.exports': _, ...exported } = await load();
  const shown = (key, value) => (typeof value === 'function' ? 'function ' + value.name : value);
  process.stdout.write(JSON.stringify(exported, shown));`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cubit-late-'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  for (const [name, files] of Object.entries(PACKAGES)) {
    const home = join(folder, 'node_modules', name);
    await mkdir(home, { recursive: true });
    for (const [file, text] of Object.entries({ 'package.json': '{}', ...files }))
      await writeFile(join(home, file), text);
    await writeFile(join(folder, `${name}.js`), `export const load = () => import('${name}');`);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The package in the bundled program, without the exports that Node adds to a CommonJS package. */
async function bundled(name: string, plugins: readonly Plugin[] = [latePackages]): Promise<Exports> {
  const outdir = join(folder, `bundle-of-${name}-${plugins.length}`);
  await build({
    entryPoints: [join(folder, `${name}.js`)],
    outdir,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    metafile: true,
    plugins: [...plugins],
  });
  return loaded(join(outdir, `${name}.js`));
}

/** Loaded by Node itself, because Jest has its own loader. */
async function loaded(path: string): Promise<Exports> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    SHOW,
    pathToFileURL(path).href,
  ]);
  return JSON.parse(stdout) as Exports;
}

describe('a package that the program imports late', () => {
  it.each(Object.keys(PACKAGES))('has the same exports in the bundle as in Node: %s', async (name) => {
    const inNode = await loaded(join(folder, `${name}.js`));

    expect(Object.keys(inNode)).toContain('first');
    expect(await bundled(name)).toEqual(inNode);
  });

  it('has only a default export without the plugin, if it is a CommonJS package', async () => {
    expect(Object.keys(await bundled('plain-commonjs', []))).toEqual(['default']);
  });
});
