/**
 * Transpiles the TypeScript of packages to JavaScript in `dist` (types are checked by `npm run typecheck`, not
 * here). As a program: all packages, or with `--here` the one in the working directory. Files with a newer output
 * are skipped.
 */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Folders of the workspace's packages. A tool without a package.json is a script of the root package. */
export function packageFolders() {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return workspaces
    .flatMap((pattern) => globSync(pattern, { cwd: root }))
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(join(folder, 'package.json')));
}

/** Folders of packages that the program is made of: what runs in browsers is built by Vite. */
export function programFolders() {
  return packageFolders().filter((folder) => {
    const { nx } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return !nx?.tags?.some((tag) => tag.startsWith('type:web-'));
  });
}

/** Transpiles stale files in the given folders. Returns their number. */
export async function transpile(folders) {
  const stale = folders
    .map((folder) => ({ folder, sources: staleSources(folder) }))
    .filter(({ sources }) => sources.length > 0);
  if (stale.length === 0) return 0;
  // esbuild starts a process, which a start without stale files does not need.
  const esbuild = await import('esbuild');
  await Promise.all(stale.map((part) => transpilePackage(esbuild, part)));
  await esbuild.stop();
  return stale.reduce((sum, { sources }) => sum + sources.length, 0);
}

function staleSources(folder) {
  const src = join(folder, 'src');
  return globSync('**/*.ts', { cwd: src, exclude: (name) => name.endsWith('.spec.ts') || name.endsWith('.d.ts') })
    .filter((file) => isStale(join(src, file), join(folder, 'dist', file.replace(/\.ts$/, '.js'))))
    .map((file) => join(src, file));
}

async function transpilePackage(esbuild, { folder, sources }) {
  const { outputFiles } = await esbuild.build({
    entryPoints: sources,
    outbase: join(folder, 'src'),
    outdir: join(folder, 'dist'),
    format: 'esm',
    platform: 'node',
    target: 'node24',
    sourcemap: 'linked',
    logLevel: 'warning',
    write: false,
  });
  await Promise.all(outputFiles.map(place));
}

function isStale(source, output) {
  return !existsSync(output) || statSync(output).mtimeMs < statSync(source).mtimeMs;
}

/** Writes to a temporary file and renames it, so that a starting program never reads half a file. */
export async function place({ path, contents }) {
  const unfinished = `${path}.${process.pid}.new`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(unfinished, contents);
  await rename(unfinished, path);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const built = await transpile(process.argv.includes('--here') ? [process.cwd()] : programFolders());
  if (built > 0) console.log(`built ${built} files`);
}
