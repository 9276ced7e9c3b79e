/**
 * `npm run image`: builds the image of `docker/Dockerfile` with `docker build`, or with `buildah` where there is no engine, and writes `dist/image`:
 * `image.json` (tags, digest, size, labels, base) and `sbom.cdx.json` (the packages of npm in the program, CycloneDX).
 *
 * `--base <image>` names the base. Without it, docker takes the default of the Dockerfile, and buildah the base that `image-base.mjs` makes.
 * `--name <name>` names the image (default `cubit`); `--tag <tag>` adds a tag; `--archive` writes `cubit.tar`, for `docker load` on another machine.
 * `--if-possible` prints `skipped: <reason>` and ends with 0 where this machine cannot build images: without buildah, rights, base or network.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { localBase } from './image-base.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = join(root, 'dist/image');
export const IMAGE_FILE = join(folder, 'image.json');
/** Faults of the network and the disk in the words of npm, apt and buildah: they are no faults of the product. */
const UNREACHABLE =
  /^(?:npm error .*(?:ENOTFOUND|EAI_AGAIN|ECONNRE(?:SET|FUSED)|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENOSPC).*|E: .*|.*no space left on device.*)$/m;

/** What keeps a machine from building images, which is no fault of the product. */
class Impossible extends Error {}

const { values: options } = parseArgs({
  options: {
    base: { type: 'string' },
    name: { type: 'string', default: 'cubit' },
    tag: { type: 'string', multiple: true, default: [] },
    archive: { type: 'boolean', default: false },
    'if-possible': { type: 'boolean', default: false },
  },
});

// What an earlier build described is not this one.
rmSync(IMAGE_FILE, { force: true });
try {
  build();
} catch (error) {
  if (!(error instanceof Impossible)) throw error;
  if (options['if-possible']) process.stdout.write(`skipped: ${error.message}\n`);
  else {
    process.stderr.write(`The image cannot be built here: ${error.message}\n`);
    process.exitCode = 1;
  }
}

function build() {
  const engine = chosenEngine();
  const base = options.base ?? (engine === 'buildah' ? possibleBase() : undefined);
  const labels = labelsOf();
  const version = labels['org.opencontainers.image.version'];
  const revision = labels['org.opencontainers.image.revision'];
  const tags = [
    ...new Set([version, ...(revision ? [`${version}-${revision.slice(0, 12)}`] : []), 'latest', ...options.tag]),
  ];
  const names = tags.map((tag) => `${engine === 'buildah' ? 'localhost/' : ''}${options.name}:${tag}`);
  const started = performance.now();
  runBuild(engine, [
    ...(engine === 'buildah'
      ? ['build', '--isolation', 'chroot', '--format', 'docker', '--layers', '--force-rm']
      : ['build']),
    ...(base === undefined ? [] : ['--build-arg', `BASE=${base}`]),
    ...secrets(),
    ...Object.entries(labels).flatMap(([name, value]) => ['--label', `${name}=${value}`]),
    ...names.flatMap((name) => ['--tag', name]),
    '--file',
    join(root, 'docker/Dockerfile'),
    root,
  ]);
  const seconds = Math.round((performance.now() - started) / 1000);
  mkdirSync(folder, { recursive: true });
  const described = { engine, base: base ?? defaultBase(), names, ...inspect(engine, names[0]), labels };
  writeFileSync(join(folder, 'sbom.cdx.json'), sbom());
  if (options.archive) archive(engine, names);
  writeFileSync(IMAGE_FILE, `${JSON.stringify(described, null, 2)}\n`);
  process.stdout.write(`${names.join('\n')}\n${described.digest}, built in ${seconds} s; see dist/image\n`);
}

function chosenEngine() {
  if (spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0) return 'docker';
  if (spawnSync('buildah', ['--version'], { stdio: 'ignore' }).status !== 0)
    throw new Impossible('there is neither a Docker engine nor buildah');
  const storage = spawnSync('buildah', ['images', '--quiet'], { encoding: 'utf8' });
  if (storage.status !== 0) throw new Impossible(`buildah does not work here: ${storage.stderr.trim()}`);
  return 'buildah';
}

function possibleBase() {
  try {
    return localBase();
  } catch (error) {
    throw new Impossible(error.message);
  }
}

const defaultBase = () => /^ARG BASE=(\S+)$/m.exec(readFileSync(join(root, 'docker/Dockerfile'), 'utf8'))?.[1];

function runBuild(engine, args) {
  const { status, stdout, stderr, error } = spawnSync(engine, args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status === 0) return;
  const output = `${stdout}${stderr}${error ?? ''}`;
  const reason = UNREACHABLE.exec(output)?.[0];
  process.stderr.write(output);
  if (reason !== undefined) throw new Impossible(`the network or the disk does not allow it (${reason})`);
  throw new Error(`${engine} ${args[0]} failed with ${status}`);
}

/** Settings of this machine for the registry of packages: mounted while packages are installed, part of no layer. */
function secrets() {
  const { NODE_EXTRA_CA_CERTS: ca, npm_config_userconfig: npmrc = `${process.env.HOME}/.npmrc` } = process.env;
  const given = Object.entries({ npmrc, ca }).filter(([, file]) => file !== undefined && existsSync(file));
  return given.flatMap(([id, file]) => ['--secret', `id=${id},src=${file}`]);
}

function labelsOf() {
  const { version, description, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim();
  const labels = {
    title: 'Cubit',
    description,
    version,
    licenses: license,
    revision: git('rev-parse', 'HEAD'),
    created: git('show', '--no-patch', '--format=%cI', 'HEAD'),
    source: process.env.IMAGE_SOURCE,
  };
  const given = Object.entries(labels).filter(([, value]) => value);
  return Object.fromEntries(given.map(([name, value]) => [`org.opencontainers.image.${name}`, value]));
}

/** The digest is of the image as it is stored here; a registry compresses layers, and has its own. */
function inspect(engine, name) {
  if (engine === 'docker') {
    const [{ Id: id, RepoDigests: digests, Size: bytes, Architecture: arch }] = JSON.parse(
      output(engine, ['image', 'inspect', name]),
    );
    return { id, digest: digests[0]?.split('@')[1] ?? id, bytes, platform: `linux/${arch}` };
  }
  const {
    FromImageID: id,
    FromImageDigest: digest,
    Docker: image,
  } = JSON.parse(output(engine, ['inspect', '--type', 'image', name]));
  return { id: `sha256:${id}`, digest, platform: `linux/${image.architecture}` };
}

function sbom() {
  const npm = process.env.npm_execpath;
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];
  return npm === undefined ? output('npm', args) : output(process.execPath, [npm, ...args]);
}

function archive(engine, names) {
  const file = join(folder, 'cubit.tar');
  rmSync(file, { force: true });
  if (engine === 'docker') output(engine, ['save', '--output', file, ...names]);
  else output(engine, ['push', '--quiet', names[0], `docker-archive:${file}:${names[0]}`]);
}

function output(command, args) {
  return execFileSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
