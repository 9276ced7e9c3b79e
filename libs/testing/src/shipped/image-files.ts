import { readFileSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** Number of files that are linked at a time. */
const AT_A_TIME = 64;

/**
 * Creates a folder with the files of the image of `docker/Dockerfile`: what it copies from its build, without
 * development packages and those that it removes. Returns the file that the image runs. The folder must be outside
 * of the repository, so that Node does not find the repository's packages.
 */
export async function layOutImage(folder: string): Promise<string> {
  const image = readDockerfile();
  for (const [from, to] of image.copied)
    if (from === 'node_modules') await linkPackages(join(folder, to), image.isRemoved);
    else await linkTree(join(ROOT, from), join(folder, to));
  return join(folder, image.program);
}

interface Image {
  /** The copied paths with their targets, both relative. */
  readonly copied: readonly (readonly [from: string, to: string])[];
  readonly isRemoved: (path: string) => boolean;
  readonly program: string;
}

function readDockerfile(): Image {
  const stages = readFileSync(join(ROOT, 'docker/Dockerfile'), 'utf8').split(/^(?=FROM )/m);
  const [build = '', image = ''] = stages.slice(-2);
  const copied = [...image.matchAll(/^COPY --from=build \/cubit\/(\S+) (\S+)$/gm)].map(
    ([, from = '', to = '']) => [from, to] as const,
  );
  const removed = /&& rm -rf (.+)$/m.exec(build)?.[1]?.split(' ') ?? [];
  const program = /^CMD \["node", "([^"]+)"\]$/m.exec(image)?.[1];
  // If these lines change, this parser must change too; otherwise the folder would differ from the image.
  if (!/npm prune --omit=dev/.test(build) || !program || removed.length === 0 || copied.length === 0)
    throw new Error('docker/Dockerfile is not written as layOutImage reads it.');
  const patterns = removed.map(
    (pattern) => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}(/|$)`),
  );
  return { copied, program, isRemoved: (path) => patterns.some((pattern) => pattern.test(path)) };
}

/** The packages that remain after `npm prune --omit=dev`. */
async function linkPackages(to: string, isRemoved: (path: string) => boolean): Promise<void> {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly link?: boolean }>>;
  };
  const kept = Object.entries(packages).filter(
    ([path, { dev, link: isWorkspace }]) =>
      path.startsWith('node_modules/') && dev !== true && isWorkspace !== true && !isRemoved(path),
  );
  for (const [path] of kept) await linkTree(join(ROOT, path), join(to, path.slice('node_modules/'.length)));
}

/**
 * Links a folder or a file. Missing ones, such as a package for another system, are skipped. Packages inside a
 * package have their own entries.
 */
async function linkTree(from: string, to: string): Promise<void> {
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
        else if (!entry.isDirectory()) await linkFile(source, target);
        else if (entry.name !== 'node_modules') await linkTree(source, target);
      }),
    );
}

/** A hard link, so that a program finds itself in this folder; a copy if the folder is on another disk. */
async function linkFile(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to));
}
