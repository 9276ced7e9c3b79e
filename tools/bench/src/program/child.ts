import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A server in a separate process. */
export interface Child {
  readonly pid: number;
  /** `http://127.0.0.1:<port>`. */
  readonly origin: string;
  /** From the start of the process to its first successful answer. */
  readonly startMs: number;
  /** Stops it with SIGTERM. */
  stop(): Promise<void>;
  /** Kills it immediately (`SIGKILL`). */
  kill(): Promise<void>;
}

export interface ChildOptions {
  readonly name: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** File for the output of the process. Reading it through a pipe would cost CPU time of the measuring process. */
  readonly output: string;
  /** Answers 200 as soon as the server is ready. */
  readonly readyPath: string;
  /** Default: a free port. */
  readonly port?: number;
}

const POLL_MS = 5;
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;
const LAST_WORDS_BYTES = 2_000;

/** Starts a Node program on a free port, passed as PORT, and waits until it answers. */
export async function startChild(options: ChildOptions): Promise<Child> {
  const { name, args, env, cwd, output, readyPath } = options;
  const port = options.port ?? (await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const log = await open(output, 'a');
  const startedAt = performance.now();
  const child = spawn(process.execPath, [...args], {
    cwd,
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', log.fd, log.fd],
  });
  await log.close();
  const stop = () => stopChild(child);
  try {
    while (!(await answers(`${origin}${readyPath}`))) {
      if (child.exitCode !== null) throw new Error(`${name} ended with exit code ${child.exitCode}.`);
      if (performance.now() - startedAt > START_TIMEOUT_MS) throw new Error(`${name} does not answer.`);
      await sleep(POLL_MS);
    }
  } catch (error) {
    await stop();
    const lastOutput = (await readFile(output, 'utf8')).slice(-LAST_WORDS_BYTES);
    throw new Error(`${name} did not start. Its last output:\n${lastOutput}`, { cause: error });
  }
  return { pid: child.pid ?? 0, origin, startMs: performance.now() - startedAt, stop, kill: () => killChild(child) };
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(timer);
}

async function killChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    // Nothing listens yet.
    return false;
  }
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
