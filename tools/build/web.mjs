/**
 * Builds the web app into `apps/web/dist`, if its sources are newer, with a `.br` and a `.gz` beside each file that
 * shrinks. The folder is replaced as a whole, so that a running program never serves half a build.
 */
import { existsSync, globSync, statSync } from 'node:fs';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const root = fileURLToPath(new URL('../..', import.meta.url));
const app = join(root, 'apps/web');
export const WEB_FOLDER = join(app, 'dist');

/** Smaller files do not shrink. */
const MIN_BYTES = 1024;
const COMPRESSIBLE = /\.(?:css|html|js|json|svg|wasm|webmanifest)$/;

export async function buildWeb() {
  if (!isStale()) return;
  const staged = join(app, `dist.${process.pid}.new`);
  try {
    await buildWebInto(staged);
    await rm(WEB_FOLDER, { recursive: true, force: true });
    await rename(staged, WEB_FOLDER);
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}

/** Builds the web app into a folder, whether or not that has changed. */
export async function buildWebInto(folder) {
  const { build } = await import('vite');
  await build({ root: app, logLevel: 'warn', build: { outDir: folder, emptyOutDir: true } });
  await Promise.all(globSync('**/*', { cwd: folder }).map((file) => compress(join(folder, file))));
}

async function compress(file) {
  if (!COMPRESSIBLE.test(file) || statSync(file).size < MIN_BYTES) return;
  const content = await readFile(file);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  await Promise.all([
    promisify(brotliCompress)(content, quality).then((bytes) => writeFile(`${file}.br`, bytes)),
    promisify(gzip)(content, { level: 9 }).then((bytes) => writeFile(`${file}.gz`, bytes)),
  ]);
}

function isStale() {
  const page = join(WEB_FOLDER, 'index.html');
  if (!existsSync(page)) return true;
  const built = statSync(page).mtimeMs;
  const inputs = [
    'package-lock.json',
    'tools/build/web.mjs',
    ...globSync('apps/web/{*.*,public/**,src/**}', { cwd: root }),
    ...globSync('libs/web/*/src/**', { cwd: root }),
  ];
  return inputs.some((input) => statSync(join(root, input)).mtimeMs > built);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildWeb();
