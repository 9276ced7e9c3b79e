import { spawn, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../program/child.js';

/** What a start needs of the configuration of an image. */
export interface ImageConfig {
  readonly env: readonly string[];
  /** Entry point and command. */
  readonly args: readonly string[];
  readonly workingDirectory: string;
  readonly stopSignal: NodeJS.Signals;
}

export interface SealedOptions {
  readonly image: ImageConfig;
  /** The files of the image. */
  readonly root: string;
  /** The volume of `/data`. Created if absent. */
  readonly data: string;
  /** For mount points and the log. */
  readonly scratch: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The program of an image, shut off as an orchestrator does it. */
export interface Sealed {
  readonly origin: string;
  /** From the start of the process to its first `200` of `/readyz`. */
  readonly startMs: number;
  /** Process ids, the first process of the container first. */
  pids(): Promise<readonly number[]>;
  /** Runs a command beside the program, as `docker exec` does. */
  run(...command: readonly string[]): Promise<SpawnSyncReturns<string>>;
  output(): Promise<string>;
  /** With the stop signal of the image, to its first process. Returns the exit code and the time until everything had ended. */
  stop(): Promise<{ readonly code: number | null; readonly ms: number }>;
  /** With SIGKILL, to its first process: the kernel ends the others. */
  kill(): Promise<void>;
}

const UID = 1000;
const POLL_MS = 5;
const START_LIMIT_MS = 120_000;

/**
 * Namespaces of its own for processes, mounts, names and System V; the files of the image read-only; writable are `/data`, `/tmp` and `/dev/shm`
 * alone; uid 1000, no capabilities, `no_new_privs`. It has no limits of memory and processes and no filter of system calls: those are an engine's.
 */
const SEAL = `
set -e
mount --make-rprivate /
mount --bind "$ROOT" "$STAGE"
mount -o remount,bind,ro "$STAGE"
mount -t proc -o nosuid,nodev,noexec proc "$STAGE/proc"
mount -t tmpfs -o nosuid,nodev,mode=1777 tmpfs "$STAGE/tmp"
mount -t tmpfs -o nosuid,mode=755 tmpfs "$STAGE/dev"
for device in null zero full random urandom; do touch "$STAGE/dev/$device"; mount --bind "/dev/$device" "$STAGE/dev/$device"; done
ln -s /proc/self/fd "$STAGE/dev/fd"
mkdir -m 1777 "$STAGE/dev/shm"
mount -o remount,ro "$STAGE/dev"
mount -t tmpfs -o nosuid,nodev,noexec,mode=1777 tmpfs "$STAGE/dev/shm"
mount --bind "$DATA" "$STAGE/data"
exec chroot "$STAGE" setpriv --reuid ${String(UID)} --regid ${String(UID)} --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs env -i "$@"
`;

export async function startSealed({ image, root, data, scratch, env = {} }: SealedOptions): Promise<Sealed> {
  const stage = join(scratch, 'stage');
  await Promise.all([data, stage].map((folder) => mkdir(folder, { recursive: true })));
  await chown(data, UID, UID);
  const port = await freePort();
  const file = join(scratch, 'output.log');
  const log = await open(file, 'w');
  const settings = [
    ...image.env,
    ...Object.entries({ PORT: String(port), ...env }).map(([name, value]) => `${name}=${value}`),
  ];
  const startedAt = performance.now();
  const child = spawn(
    'unshare',
    [
      '--mount',
      '--pid',
      '--ipc',
      '--uts',
      '--fork',
      '--kill-child',
      '--',
      'sh',
      '-c',
      SEAL,
      'sealed',
      `--chdir=${image.workingDirectory}`,
      ...settings,
      ...image.args,
    ],
    { env: { PATH: process.env['PATH'], ROOT: root, STAGE: stage, DATA: data }, stdio: ['ignore', log.fd, log.fd] },
  );
  await log.close();
  const ended = once(child, 'exit');
  const origin = `http://127.0.0.1:${String(port)}`;
  const output = () => readFile(file, 'utf8');
  while (!(await isReady(origin))) {
    if (child.exitCode !== null || performance.now() - startedAt > START_LIMIT_MS) {
      child.kill('SIGKILL');
      throw new Error(`The program of the image did not start:\n${await output()}`);
    }
    await sleep(POLL_MS);
  }
  const startMs = performance.now() - startedAt;
  const pids = () => descendants(child.pid ?? 0);
  const signal = async (name: NodeJS.Signals) => {
    const [first] = await pids();
    if (first === undefined) throw new Error('The container has no process.');
    const at = performance.now();
    process.kill(first, name);
    await ended;
    return performance.now() - at;
  };
  return {
    origin,
    startMs,
    pids,
    run: async (...command) => {
      const [first = 0] = await pids();
      return runBeside(first, [`--chdir=${image.workingDirectory}`, ...settings, ...command]);
    },
    output,
    stop: async () => {
      const ms = await signal(image.stopSignal);
      return { code: child.exitCode, ms };
    },
    kill: async () => {
      await signal('SIGKILL');
    },
  };
}

/** Runs `env` with these arguments in the namespaces of a process, as its user. */
function runBeside(pid: number, args: readonly string[]): SpawnSyncReturns<string> {
  const enter = [`--target=${String(pid)}`, '--mount', '--pid', `--root=/proc/${String(pid)}/root`];
  const user = [`--reuid=${String(UID)}`, `--regid=${String(UID)}`, '--clear-groups', '--bounding-set=-all'];
  const command = ['setpriv', ...user, '--no-new-privs', 'env', '-i', ...args];
  return spawnSync('nsenter', [...enter, ...command], { encoding: 'utf8' });
}

async function isReady(origin: string): Promise<boolean> {
  try {
    const answer = await fetch(`${origin}/readyz`);
    await answer.arrayBuffer();
    return answer.ok;
  } catch {
    // Nothing listens yet.
    return false;
  }
}

/** All processes below one, parents before their children. */
async function descendants(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8').catch(() => '');
  const children = text.split(' ').filter(Boolean).map(Number);
  const below = await Promise.all(children.map(descendants));
  return [...children, ...below.flat()];
}
