/**
 * A base for the image where no registry of images can be reached: Debian by `debootstrap`, Node and npm as they run here, and the user `node` with
 * uid 1000. It is kept in the storage of buildah, and made again when the version of Node or npm changes. Needs Linux, root and the packages of Debian.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

const SUITE = 'bookworm';
const MIRROR = 'http://deb.debian.org/debian';
/** Outlines of what a base of this script contains. A change of this script that changes the content raises it. */
const EDITION = 1;

/** The name of the base, which exists afterwards. Throws a sentence if it cannot be made. */
export function localBase() {
  const npm = npmFolder();
  const { version } = JSON.parse(readFileSync(join(npm, 'package.json'), 'utf8'));
  const name = `localhost/cubit-base:${SUITE}-node${process.versions.node}-npm${version}-${EDITION}`;
  if (spawnSync('buildah', ['inspect', '--type', 'image', name], { stdio: 'ignore' }).status === 0) return name;
  if (spawnSync('debootstrap', ['--version'], { stdio: 'ignore' }).status !== 0)
    throw new Error('there is no base: debootstrap, which makes one, is not installed');
  const root = mkdtempSync(join(tmpdir(), 'cubit-base-'));
  try {
    run('debootstrap', ['--variant=minbase', SUITE, root, MIRROR], 'the packages of Debian cannot be reached');
    rmSync(join(root, 'var/cache/apt'), { recursive: true });
    rmSync(join(root, 'var/lib/apt/lists'), { recursive: true });
    cpSync(process.execPath, join(root, 'usr/local/bin/node'), { dereference: true });
    // Without `npmrc`, which has settings of this machine.
    const to = join(root, 'usr/local/lib/node_modules/npm');
    cpSync(npm, to, { recursive: true, verbatimSymlinks: true, filter: (file) => basename(file) !== 'npmrc' });
    for (const program of ['npm', 'npx'])
      run('ln', ['-s', `../lib/node_modules/npm/bin/${program}-cli.js`, join(root, 'usr/local/bin', program)]);
    run('chroot', [root, 'useradd', '--uid', '1000', '--create-home', '--shell', '/bin/bash', 'node']);
    const container = execFileSync('buildah', ['from', 'scratch'], { encoding: 'utf8' }).trim();
    run('buildah', ['add', '--quiet', container, root, '/']);
    run('buildah', ['config', '--env', 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', container]);
    run('buildah', ['config', '--cmd', 'node', container]);
    run('buildah', ['commit', '--quiet', '--rm', container, name]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
  return name;
}

function run(command, args, sentence = `${command} failed`) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`there is no base: ${sentence}\n${stdout ?? ''}${stderr ?? ''}${error ?? ''}`.trim());
}

/** The npm that runs this script, else the one on the path. */
function npmFolder() {
  const cli =
    process.env.npm_execpath ??
    execFileSync('sh', ['-c', 'readlink -f "$(command -v npm)"'], { encoding: 'utf8' }).trim();
  const folder = dirname(dirname(cli));
  if (!existsSync(join(folder, 'package.json'))) throw new Error(`there is no base: npm is not at ${folder}`);
  return folder;
}
