import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type PackageFileEntry, readPackageArchive } from './read-package-archive.js';

const MANIFEST = 'dist/manifest.json';

/** `sha512-<base64>`, as npm writes it. */
export function integrityOf(bytes: Buffer): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
}

/** An archive in a folder of its own. */
export interface UnpackedArchive {
  readonly path: string;
  readonly manifest: Readonly<Record<string, unknown>>;
}

/**
 * Unpacks the archive of a package once, to a folder named by its hash. Throws if the archive was changed after its build. A folder whose files
 * differ from the archive is made again.
 */
export function unpackArchive(bytes: Buffer, cacheFolder: string): UnpackedArchive {
  const path = join(cacheFolder, createHash('sha256').update(bytes).digest('hex'));
  const { files, manifest } = readModuleArchive(bytes);
  if (existsSync(path)) {
    if (files.every((file) => isSameFile(join(path, file.path), file.content))) return { path, manifest };
    rmSync(path, { recursive: true });
  }
  const unpacked = join(cacheFolder, `.${randomUUID()}`);
  try {
    for (const file of files) {
      mkdirSync(dirname(join(unpacked, file.path)), { recursive: true });
      writeFileSync(join(unpacked, file.path), file.content);
    }
    // Another process may have been first.
    if (!existsSync(path)) renameSync(unpacked, path);
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
  return { path, manifest };
}

function isSameFile(path: string, content: Buffer): boolean {
  return existsSync(path) && readFileSync(path).equals(content);
}

/** The files of a packed module, and what it says about itself. */
export interface ModuleArchive {
  readonly files: readonly PackageFileEntry[];
  readonly packageFile: Readonly<Record<string, unknown>>;
  readonly manifest: Readonly<Record<string, unknown>>;
}

/** Throws if the archive is damaged, was not built, or was changed after its build: the manifest holds the hash of the bundle that it describes. */
export function readModuleArchive(bytes: Buffer): ModuleArchive {
  const files = readPackageArchive(bytes);
  const contentOf = (path: string) => files.find((file) => file.path === path)?.content;
  const packageFile = contentOf('package.json');
  const manifest = contentOf(MANIFEST);
  if (!packageFile) throw new Error('the archive has no package.json; make it with `npm pack`');
  if (!manifest) throw new Error(`the archive has no ${MANIFEST}; build the module before it is packed`);
  const described = parsed(manifest, MANIFEST);
  const code = contentOf('dist/index.js');
  if (!code) throw new Error('the archive has no dist/index.js; build the module before it is packed');
  if (described['integrity'] !== integrityOf(code))
    throw new Error(`dist/index.js is not the one of ${MANIFEST}; build the module again`);
  return { files, packageFile: parsed(packageFile, 'package.json'), manifest: described };
}

function parsed(content: Buffer, path: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(content.toString('utf8'));
    if (typeof value === 'object' && value !== null) return value as Readonly<Record<string, unknown>>;
  } catch {
    // Handled below, as other values are.
  }
  throw new Error(`${path} is no JSON object; build the module again`);
}
