import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type PackageFileEntry, readPackageArchive } from './read-package-archive.js';

const MANIFEST = 'dist/manifest.json';

/** `sha512-<base64>`, as npm writes it. */
export function integrityOf(bytes: Buffer): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}

/** Unpacks the archive of a package once, to a folder named by its hash. Returns the folder. Throws if the archive was changed after its build. */
export function unpackArchive(bytes: Buffer, cacheFolder: string): string {
  const folder = join(cacheFolder, createHash('sha256').update(bytes).digest('hex'));
  if (existsSync(folder)) return folder;
  const files = readPackageArchive(bytes);
  checkBuild(files);
  const unpacked = join(cacheFolder, `.${randomUUID()}`);
  try {
    for (const { path, content } of files) {
      mkdirSync(dirname(join(unpacked, path)), { recursive: true });
      writeFileSync(join(unpacked, path), content);
    }
    // Another process may have been first.
    if (!existsSync(folder)) renameSync(unpacked, folder);
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
  return folder;
}

export function unpackFile(path: string, cacheFolder: string): string {
  return unpackArchive(readFileSync(path), cacheFolder);
}

/** The manifest holds the hash of the bundle that it describes. */
function checkBuild(files: readonly PackageFileEntry[]): void {
  const contentOf = (path: string) => files.find((file) => file.path === path)?.content;
  const manifest = contentOf(MANIFEST);
  if (!contentOf('package.json')) throw new Error('the archive has no package.json; make it with `npm pack`');
  if (!manifest) throw new Error(`the archive has no ${MANIFEST}; build the module before it is packed`);
  const { integrity } = parsed(manifest);
  const code = contentOf('dist/index.js');
  if (!code) throw new Error('the archive has no dist/index.js; build the module before it is packed');
  if (integrity !== integrityOf(code))
    throw new Error(`dist/index.js is not the one of ${MANIFEST}; build the module again`);
}

function parsed(manifest: Buffer): { readonly integrity?: unknown } {
  try {
    return JSON.parse(manifest.toString('utf8')) as { readonly integrity?: unknown };
  } catch (cause) {
    throw new Error(`${MANIFEST} is no JSON; build the module again`, { cause });
  }
}
