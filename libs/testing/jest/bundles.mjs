/**
 * Bundles for specs. Jest links modules one by one for each spec file, and 3,000 are behind a spec that starts the
 * service. So a package of the workspace is one module for the specs of the packages above it, and so is an entry of
 * the npm packages that consist of many small files. What a spec file shares with its own package stays as it is.
 */
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { packageFolders, place } from '../../../tools/build/transpile.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const cache = join(root, 'node_modules/.cache/cubit-specs');
/** With `INLINED`, 2,000 of the 3,000 modules. */
const NPM_PACKAGES = ['kysely', 'typebox'];
/**
 * Part of the bundle of the one package that imports it, which then has only what it uses: all of mathjs takes 0.15 s
 * for each spec file, its units 0.01.
 */
const INLINED = 'mathjs';
/** Functions of this package run inside pages, so they stay as they are written. */
const NEVER = new Set(['@cubit/web-testing']);
const OPTIONS = {
  absWorkingDir: root,
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  keepNames: true,
  logLevel: 'warning',
  write: false,
};

/** A `moduleNameMapper` for the specs of the package in `folder`: each import of another package, to its bundle. */
export async function bundlesFor(folder) {
  const below = packagesBelow(folder);
  const own = INLINED in (manifestOf(folder).dependencies ?? {}) ? [INLINED] : [];
  const bundles = [...[...NPM_PACKAGES, ...own].map(npmBundle), ...below.map(packageBundle)];
  const stale = bundles.filter(({ isFresh }) => !isFresh());
  if (stale.length > 0) {
    const esbuild = await import('esbuild');
    for (const bundle of stale) await build(esbuild, bundle);
    await esbuild.stop();
  }
  const entries = bundles.flatMap(({ entries }) => entries);
  return Object.fromEntries(entries.map(({ specifier, file }) => [`^${specifier}$`, file]));
}

/**
 * Packages that the package in `folder` depends on, without those that depend on it in turn: these need its modules,
 * and its specs must not have each of them twice.
 */
function packagesBelow(folder) {
  const all = new Map(packageFolders().map((path) => [manifestOf(path).name, { path, manifest: manifestOf(path) }]));
  const own = manifestOf(folder);
  const reaches = (manifest, withDev) => {
    const found = new Set();
    const visit = ({ dependencies = {}, devDependencies = {} }, dev) => {
      for (const name of Object.keys({ ...dependencies, ...(dev ? devDependencies : {}) })) {
        if (found.has(name) || !all.has(name)) continue;
        found.add(name);
        visit(all.get(name).manifest, false);
      }
    };
    visit(manifest, withDev);
    return found;
  };
  return [...reaches(own, true)]
    .filter((name) => name !== own.name && !NEVER.has(name))
    .map((name) => all.get(name))
    .filter(({ manifest }) => !reaches(manifest, false).has(own.name));
}

/** Entries of a package of the workspace, from its sources; imports of other packages but `INLINED` stay imports. */
function packageBundle({ path, manifest }) {
  // Inside of the package, because its imports are resolved from there.
  const outdir = join(path, 'dist/.specs');
  const sources = Object.entries(manifest.exports ?? {}).filter(([, target]) => target['@cubit/source'] !== undefined);
  const entries = sources.map(([subpath, target]) => ({
    specifier: join(manifest.name, subpath),
    source: join(path, target['@cubit/source']),
    file: join(outdir, `${subpath === '.' ? 'index' : subpath.slice(2).replaceAll('/', '-')}.mjs`),
  }));
  const isFresh = () => {
    const built = entries.map(({ file }) => (existsSync(file) ? statSync(file).mtimeMs : 0));
    const changed = globSync('src/**/*.ts', { cwd: path, exclude: (name) => name.endsWith('.spec.ts') });
    return changed.every((file) => statSync(join(path, file)).mtimeMs < Math.min(...built));
  };
  const dependencies = Object.keys(manifest.dependencies ?? {});
  const external = dependencies.includes(INLINED)
    ? { external: dependencies.filter((name) => name !== INLINED) }
    : { packages: 'external' };
  return { outdir, entries, isFresh, options: { ...external, plugins: [placesOfSources] } };
}

/** Import specifiers of an npm package, without patterns and data. The folder is named by its version. */
function npmBundle(name) {
  const { version, exports } = manifestOf(join(root, 'node_modules', name));
  const outdir = join(cache, `${name}-${version}`);
  const entries = Object.keys(exports)
    .filter((path) => /^\.(\/[a-z]+)*$/.test(path) && !path.startsWith('./lib/'))
    .map((path) => join(name, path))
    .map((specifier) => ({
      specifier,
      source: specifier,
      file: join(outdir, `${specifier.replaceAll('/', '-')}.mjs`),
    }));
  return { outdir, entries, isFresh: () => entries.every(({ file }) => existsSync(file)), options: {} };
}

/** The entries are written last: once they exist, so do all the files that they import. */
async function build(esbuild, { outdir, entries, options }) {
  const entryPoints = entries.map(({ source, file }) => ({ in: source, out: relative(outdir, file).slice(0, -4) }));
  const { outputFiles } = await esbuild.build({ ...OPTIONS, ...options, entryPoints, outdir });
  const files = new Set(entries.map(({ file }) => file));
  await Promise.all(outputFiles.filter(({ path }) => !files.has(path)).map(place));
  await Promise.all(outputFiles.filter(({ path }) => files.has(path)).map(place));
}

/** A source finds files beside it by `import.meta`, so in a bundle this still names the source. */
const placesOfSources = {
  name: 'places-of-sources',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (!text.includes('import.meta')) return undefined;
      const contents = text
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      return { contents, loader: 'ts' };
    });
  },
};

function manifestOf(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
