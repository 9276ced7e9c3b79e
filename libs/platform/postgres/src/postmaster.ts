import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { clusterArgument } from './cluster.js';
import { DatabaseStartError } from './database-start-error.js';
import type { DatabaseUser } from './database-user.js';
import type { DirectoryLayout } from './directory-layout.js';
import { isRunningPostmaster } from './running-postmaster.js';
import { readPostmasterFile } from './postmaster-file.js';
import type { Programs } from './programs.js';
import { programEnvironment, runProgram } from './run-program.js';
import { lastLines, openServerLog, sizeOf } from './server-log.js';
import { settingsArguments } from './server-settings.js';

/** Replaying changes since the last checkpoint takes a second or two; a very slow disk may take longer. */
const READY_TIMEOUT_MS = 120_000;
const READY_POLL_MS = 5;
const ADOPTED_POLL_MS = 100;

/** A running server, started by this process or by an earlier one. */
export interface Postmaster {
  readonly pid: number;
  /** Resolves when the process has ended. Never rejects. */
  readonly ended: Promise<void>;
  /** Does nothing if the process has ended, even if its pid was reused. */
  send(signal: NodeJS.Signals): Promise<void>;
}

export interface PostmasterOptions {
  readonly layout: DirectoryLayout;
  readonly programs: Programs;
  readonly user: DatabaseUser | undefined;
  readonly settings: Readonly<Record<string, string>>;
}

/** Starts a server and waits until it accepts connections. Rejects with the last lines of its log. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const logStart = await sizeOf(options.layout.log);
  const postmaster = await spawnPostmaster(options);
  const deadline = Date.now() + READY_TIMEOUT_MS;
  let hasEnded = false;
  void postmaster.ended.then(() => (hasEnded = true));
  while (!hasEnded) {
    const file = await readPostmasterFile(options.layout.cluster);
    if (file?.pid === postmaster.pid && file.isReady) return postmaster;
    if (Date.now() > deadline) {
      await postmaster.send('SIGKILL');
      await postmaster.ended;
    }
    await sleep(READY_POLL_MS);
  }
  const words = (await lastLines(options.layout, logStart)) || 'nothing';
  throw new DatabaseStartError(
    'cannot_start',
    `PostgreSQL did not start on ${options.layout.cluster}. Its log (${options.layout.log}):\n${words}`,
  );
}

/** A server that an earlier process started. It is not a child process, so its end is detected by polling. */
export function adoptPostmaster(pid: number, cluster: string): Postmaster {
  const watch = async () => {
    while (await isRunningPostmaster(pid, cluster)) await sleep(ADOPTED_POLL_MS);
  };
  return {
    pid,
    ended: watch(),
    async send(signal) {
      if (await isRunningPostmaster(pid, cluster)) killIfRunning(pid, signal);
    },
  };
}

function killIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It ended between the check and the signal.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function spawnPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { layout, programs, user, settings } = options;
  const log = await openServerLog(layout);
  try {
    const child = spawn(
      programs.postgres,
      ['-D', clusterArgument(layout.cluster, user), ...settingsArguments(settings)],
      {
        ...user,
        cwd: layout.cluster,
        env: programEnvironment(),
        // In its own session: Ctrl-C reaches only this program, which drains before it stops the server.
        detached: true,
        windowsHide: true,
        // A file, not a pipe: the server outlives this process and must not fail for lack of a reader.
        stdio: ['ignore', log.fd, log.fd],
      },
    );
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    await once(child, 'spawn');
    // A spawned process has a pid.
    const pid = child.pid as number;
    void scheduleAsBatch(pid);
    return { pid, ended, send: async (signal) => void child.kill(signal) };
  } finally {
    await log.close();
  }
}

/**
 * Asks Linux to let the server and its connections finish their time slice (`SCHED_BATCH`): otherwise each of them interrupts the program
 * that it responds to. Connections inherit it.
 */
async function scheduleAsBatch(pid: number): Promise<void> {
  if (process.platform !== 'linux') return;
  // A system without `chrt`, or one that forbids it, runs the server with the usual policy.
  await runProgram('chrt', ['--batch', '--pid', '0', String(pid)]).catch(() => {});
}
