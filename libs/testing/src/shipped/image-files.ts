import { readFileSync } from 'node:fs';
import { copyFile, link, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** Files are linked so many at a time. */
const AT_A_TIME = 64;

/**
 * Lays out in a folder what `docker/Dockerfile` puts into the image: what it copies from its build, without packages for development and
 * those that it removes. The file that the image runs. The folder must lie outside of the repository, whose packages would be found else.
 */
export async function layOutImage(folder: string): Promise<string> {
  const image = readDockerfile();
  for (const [from, to] of image.copied)
    if (from === 'node_modules') await linkPackages(join(folder, to), image.isRemoved);
    else await linkTree(join(ROOT, from), join(folder, to));
  return join(folder, image.program);
}

interface Image {
  /** What is copied, and to where. Both relative. */
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
  // Written otherwise, it must be read otherwise: less would be in the folder than is in the image, or more.
  if (!/npm prune --omit=dev/.test(build) || !program || removed.length === 0 || copied.length === 0)
    throw new Error('docker/Dockerfile is not written as layOutImage reads it.');
  const patterns = removed.map(
    (pattern) => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}(/|$)`),
  );
  return { copied, program, isRemoved: (path) => patterns.some((pattern) => pattern.test(path)) };
}

/** What `npm prune --omit=dev` leaves of the packages that are installed. */
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

/** A folder, or a file. What is absent, such as a package for another system, stays so. Packages inside of a package have entries of their own. */
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

/** Hard, so that a program finds itself in this folder; copied where the folder is on another disk. */
async function linkFile(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to));
}
