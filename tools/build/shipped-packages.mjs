/**
 * The packages that the bundle leaves out (`UNBUNDLED`), with everything they need and nothing else: the only packages of the image.
 *
 * `node tools/build/shipped-packages.mjs <folder>` copies them into a folder, as they are installed.
 */
import { cpSync, existsSync, lstatSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { UNBUNDLED } from './unbundled.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PACKAGES = 'node_modules/';
/** No program reads them: maps and types of sources, what packages bring for their own development, and copies for browsers. */
const UNREAD =
  /\.(?:map|d\.[cm]?ts)$|^node_modules\/pdfkit\/(?:\.yarn|tools|js\/pdfkit\.standalone\.js)|^node_modules\/swagger-ui-dist\/swagger-ui-(?:es-bundle|standalone)/;

/** Whether a file, by its path in the repository (`node_modules/...`), is part of the image. */
export const isShippedFile = (path) => !UNREAD.test(path);

/** The folders of the packages (`node_modules/...`, with `/`), sorted. Packages for other systems are not installed, so not listed. */
export function shippedPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const shipped = new Set();
  const add = (path) => {
    if (path === undefined || shipped.has(path) || !existsSync(join(root, path))) return;
    shipped.add(path);
    const { dependencies, optionalDependencies, peerDependencies } = packages[path];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      add(resolve(packages, path, name));
  };
  const isUnbundled = (name) => UNBUNDLED.some((pattern) => pattern === name);
  for (const path of Object.keys(packages))
    if (path.startsWith(PACKAGES) && isUnbundled(path.slice(PACKAGES.length))) add(path);
  return [...shipped].sort();
}

/** The folder in which Node finds a package, as the lock file has it. */
function resolve(packages, from, name) {
  for (let folder = from; ;) {
    const path = `${folder}${folder && '/'}${PACKAGES}${name}`;
    if (packages[path] !== undefined) return path;
    if (folder === '') return undefined;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf(`/${PACKAGES}`)));
  }
}

function copyInto(folder) {
  for (const path of shippedPackages())
    cpSync(join(root, path), join(folder, path.slice(PACKAGES.length)), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (from) => {
        const file = relative(root, from).replaceAll('\\', '/');
        if (lstatSync(from).isDirectory()) return !file.slice(path.length).startsWith('/node_modules');
        return isShippedFile(file);
      },
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) copyInto(process.argv[2]);
