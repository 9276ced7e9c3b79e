import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const NAMESPACE = 'late-package';
const LISTS_NAMES = `process.stdout.write(JSON.stringify(Object.keys(await import(process.argv[1]))))`;
/** The export that Node adds to a CommonJS package. */
const COMMONJS_MARK = 'module.exports';

/**
 * Gives a package that is imported late (`await import('undici')`) the same exports as in Node. The bundler alone
 * gives a CommonJS package only a default export, so `const { Client } = await import('undici')` would be undefined
 * in the bundle and nowhere else.
 */
export const latePackages = {
  name: NAMESPACE,
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, async ({ path, kind, importer, resolveDir, namespace, pluginData }) => {
      if (kind !== 'dynamic-import' || namespace === NAMESPACE || pluginData === NAMESPACE) return undefined;
      const found = await build.resolve(path, { kind, importer, resolveDir, pluginData: NAMESPACE });
      if (found.errors.length > 0 || found.external || !isOfPackage(found.path)) return undefined;
      return { path: found.path, namespace: NAMESPACE, pluginData: { specifier: path, resolveDir } };
    });
    build.onLoad({ filter: /.*/, namespace: NAMESPACE }, async ({ path, pluginData: { specifier, resolveDir } }) => {
      const names = await namesInNode(specifier, resolveDir);
      return { contents: reexport(path, names), resolveDir, loader: 'js' };
    });
    build.onEnd(({ metafile, errors }) => {
      if (errors.length === 0) refuseBareChunks(metafile);
    });
  },
};

function isOfPackage(path) {
  return /[\\/]node_modules[\\/]/.test(path);
}

/** Runs in a separate process, so that the loaded packages do not stay in the memory of the program. */
async function namesInNode(specifier, cwd) {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', LISTS_NAMES, specifier],
    { cwd },
  );
  return JSON.parse(stdout);
}

function reexport(path, names) {
  const from = JSON.stringify(path);
  const named = names.filter((name) => name !== COMMONJS_MARK).map((name) => JSON.stringify(name));
  if (!names.includes(COMMONJS_MARK)) return `export { ${named.join(', ')} } from ${from};`;
  // Written explicitly: in Node, the default export is the whole `module.exports`, whatever the package calls its
  // default.
  const others = named.filter((name) => name !== '"default"');
  return [
    `const all = require(${from});`,
    `const { ${others.map((name, at) => `${name}: _${at}`).join(', ')} } = all;`,
    `export { ${['all as default', ...others.map((name, at) => `_${at} as ${name}`)].join(', ')} };`,
  ].join('\n');
}

/** A chunk that is loaded by `import()` and has only a default export is a CommonJS package that the plugin missed. */
function refuseBareChunks({ outputs }) {
  const late = Object.values(outputs).flatMap(({ imports }) => imports.filter(({ kind }) => kind === 'dynamic-import'));
  const entries = late.filter(({ external }) => !external).map(({ path }) => outputs[path]);
  const bare = entries.filter(({ exports, entryPoint }) => exports.join() === 'default' && !isOurs(entryPoint));
  if (bare.length === 0) return;
  throw new Error(
    `These packages are imported late and have only a default export in the bundle: ${bare.map(({ entryPoint }) => entryPoint).join(', ')}`,
  );
}

function isOurs(entryPoint) {
  return entryPoint?.startsWith(`${NAMESPACE}:`);
}
