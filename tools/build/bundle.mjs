/**
 * Bundles the whole program into a few files (`apps/api/bundle`), which start much faster than some thousand small
 * files and need a third less memory. Packages with binaries or assets stay separate.
 */
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { latePackages } from './late-packages.mjs';
import { place, programFolders, transpile } from './transpile.mjs';
import { UNBUNDLED } from './unbundled.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const outdir = join(root, 'apps/api/bundle');
export const BUNDLED_PROGRAM = join(outdir, 'main.js');

/** Globals that CommonJS packages expect and that ES modules lack. */
const COMMONJS = [
  `import { createRequire as makeRequire } from 'node:module';`,
  `const require = makeRequire(import.meta.url), { filename: __filename, dirname: __dirname } = import.meta;`,
].join(' ');

/** Builds stale files. */
export async function bundle() {
  await transpile(programFolders());
  if (isStale()) await bundleInto(outdir);
}

/** Bundles the program, with further entries that share its code, into a folder. */
export async function bundleInto(folder, entries = {}) {
  const { build, stop } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: {
      main: join(root, 'apps/api/dist/main.js'),
      // The code of a worker thread: a separate file beside the main file.
      'guess-worker': join(root, 'libs/kernel/access/dist/credential/guess-worker.js'),
      ...entries,
    },
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    minifySyntax: true,
    minifyWhitespace: true,
    keepNames: true,
    external: UNBUNDLED,
    banner: { js: COMMONJS },
    plugins: [latePackages, httpByRequire],
    metafile: true,
    logLevel: 'warning',
    write: false,
  });
  // The service of esbuild is a process that would otherwise run as long as the program.
  await stop();
  const files = outputFiles.map(({ path, text }) => ({ path, contents: namingClassesAlone(text) }));
  // The entry is written last: once it exists, so do all the files that it imports.
  const isEntry = ({ path }) => path === join(folder, 'main.js');
  await Promise.all(files.filter((file) => !isEntry(file)).map(place));
  await Promise.all(files.filter(isEntry).map(place));
}

/**
 * A program that imports a module of Node as an ES module reads all its members first, and those of `node:http` load the code of
 * `fetch` and `WebSocket`, which takes 50 ms of each start. `require` reads only what is used.
 */
const httpByRequire = {
  name: 'http-by-require',
  setup({ onResolve, onLoad }) {
    const namespace = 'http-by-require';
    onResolve({ filter: /^(?:node:)?http$/ }, ({ kind }) =>
      kind === 'import-statement' ? { path: 'node:http', namespace } : undefined,
    );
    onLoad({ filter: /.*/, namespace }, () => ({ contents: `module.exports = require('node:http');` }));
  },
};

const NAME_HELPER = 'var __name=(target,value)=>__defProp(target,"name",{value,configurable:!0})';
const CLASS_NAME = /static\{__name\(this,("[^"]*")\)/g;

/**
 * Keeps the names of classes, because libraries distinguish errors by them. Function names are not kept: every
 * closure that a request creates would get its name as a property, some hundred of them.
 */
function namingClassesAlone(text) {
  return text
    .replace(NAME_HELPER, 'var __name=(target)=>target')
    .replaceAll(CLASS_NAME, 'static{Object.defineProperty(this,"name",{value:$1,configurable:!0})');
}

function isStale() {
  if (!existsSync(BUNDLED_PROGRAM)) return true;
  const built = statSync(BUNDLED_PROGRAM).mtimeMs;
  const inputs = programFolders().flatMap((folder) =>
    globSync('dist/**/*.js', { cwd: folder }).map((file) => join(folder, file)),
  );
  const tools = globSync('tools/build/*.mjs', { cwd: root }).map((file) => join(root, file));
  return [join(root, 'package-lock.json'), ...tools, ...inputs].some((input) => statSync(input).mtimeMs > built);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle();
