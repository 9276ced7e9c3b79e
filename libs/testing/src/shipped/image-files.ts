import { readFileSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** Number of files that are linked at a time. */
const AT_A_TIME = 64;

/**
 * Creates a folder with the files of the image of `docker/Dockerfile`: what it copies from its build, and the packages that it keeps.
 * Returns the file that the image runs. The folder must be outside of the repository, so that Node does not find the repository's packages.
 */
export async function layOutImage(folder: string): Promise<string> {
  const { copied, program } = readDockerfile();
  await linkPackages(join(folder, 'node_modules'));
  for (const [from, to] of copied) await linkTree(join(ROOT, from), join(folder, to));
  return join(folder, program);
}

interface Image {
  /** The paths copied from the build with their targets, both relative. */
  readonly copied: readonly (readonly [from: string, to: string])[];
  readonly program: string;
}

function readDockerfile(): Image {
  const image =
    readFileSync(join(ROOT, 'docker/Dockerfile'), 'utf8')
      .split(/^(?=FROM )/m)
      .at(-1) ?? '';
  const copied = [...image.matchAll(/^COPY --from=build \/cubit\/(apps\/\S+) (\S+)$/gm)].map(
    ([, from = '', to = '']) => [from, to] as const,
  );
  const program = /^CMD \["node", "([^"]+)"\]$/m.exec(image)?.[1];
  const command = readFileSync(join(ROOT, 'docker/cubit'), 'utf8');
  // If these lines change, this parser must change too; otherwise the folder would differ from the image.
  if (!command.includes(`exec node /cubit/${program ?? ''} "$@"`))
    throw new Error('docker/cubit does not run the program of docker/Dockerfile.');
  if (!/^COPY --from=packages \/shipped\/node_modules node_modules$/m.test(image) || !program || copied.length === 0)
    throw new Error('docker/Dockerfile is not written as layOutImage reads it.');
  return { copied, program };
}

async function linkPackages(to: string): Promise<void> {
  const { shippedPackages, isShippedFile } = (await import(join(ROOT, 'tools/build/shipped-packages.mjs'))) as {
    shippedPackages(): readonly string[];
    isShippedFile(path: string): boolean;
  };
  for (const path of shippedPackages())
    await linkTree(join(ROOT, path), join(to, path.slice('node_modules/'.length)), { isShippedFile });
}

interface Selection {
  /** By the path in the repository. Default: every file. */
  readonly isShippedFile?: (path: string) => boolean;
}

/**
 * Links a folder or a file. Missing ones, such as a package for another system, are skipped. Packages inside a
 * package have their own entries.
 */
async function linkTree(from: string, to: string, { isShippedFile = () => true }: Selection = {}): Promise<void> {
  const entries = await readdir(from, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    if (error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (entries?.length === 0) return;
  await mkdir(entries ? to : dirname(to), { recursive: true });
  if (entries === null) return linkFile(from, to);
  for (let at = 0; at < entries.length; at += AT_A_TIME)
    await Promise.all(
      entries.slice(at, at + AT_A_TIME).map(async (entry) => {
        const [source, target] = [join(from, entry.name), join(to, entry.name)];
        if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
        else if (!entry.isDirectory()) {
          if (isShippedFile(relative(ROOT, source))) await linkFile(source, target);
        } else if (entry.name !== 'node_modules') await linkTree(source, target, { isShippedFile });
      }),
    );
}

/** A hard link, so that a program finds itself in this folder; a copy if the folder is on another disk. */
async function linkFile(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to));
}
