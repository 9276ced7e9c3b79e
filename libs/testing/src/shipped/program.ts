import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { LogEntry } from '../recorded-log.js';

/** The bundle that `npm start` and the image run. Jest's global set-up of the program's project builds it. */
export const SHIPPED_PROGRAM = fileURLToPath(new URL('../../../../apps/api/bundle/main.js', import.meta.url));

const START_LIMIT_MS = 60_000;
const POLL_MS = 10;
const LISTENING = /listening on (https?:\/\/\S+?)"/;

export interface ProgramOptions {
  /**
   * Settings of the program. Default: a free port, and a data directory of its own, which is removed. `WEB` is `off`,
   * because the pages are a build that other work replaces; a spec about pages sets `WEB: 'on'`.
   */
  readonly environment?: Readonly<Record<string, string>>;
  /** Default: the bundle of the working copy. */
  readonly main?: string;
  /** Default: a minute. */
  readonly startLimitMs?: number;
}

/** The program in a separate process. */
export interface Program {
  readonly address: string;
  /** The folder of its embedded database and its files. */
  readonly dataDir: string;
  readonly child: ChildProcess;
  /** The log so far. A line may arrive half a second late; after `stop` the log is complete. */
  readonly log: { readonly entries: readonly LogEntry[] };
  /** Stops it with SIGTERM. Throws unless it stops cleanly. */
  stop(): Promise<void>;
  /** Kills it, as a power failure would. */
  kill(): Promise<void>;
}

/** A command of the program that has ended. */
export interface EndedCommand {
  /** Null if a signal ended it. */
  readonly code: number | null;
  /** Of standard output. */
  readonly output: string;
  /** Of standard error. */
  readonly errors: string;
}

interface CommandOptions {
  /** Kills it when its standard output matches. */
  readonly killAt?: RegExp;
}

/** Runs a command of the program, or a start that fails, to its end. It has no terminal. */
export async function runShippedCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  { killAt }: CommandOptions = {},
): Promise<EndedCommand> {
  const child = spawn(process.execPath, [SHIPPED_PROGRAM, ...args], {
    cwd: tmpdir(),
    env: { PATH: process.env['PATH'], PORT: '0', WEB: 'off', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const texts = { output: '', errors: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    texts.output += text;
    if (killAt?.test(texts.output) === true) child.kill('SIGKILL');
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => (texts.errors += text));
  const [code] = (await once(child, 'close').finally(() => running.delete(child))) as [number | null];
  return { code, ...texts };
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export async function startProgram({
  environment = {},
  main = SHIPPED_PROGRAM,
  startLimitMs = START_LIMIT_MS,
}: ProgramOptions = {}): Promise<Program> {
  if (!existsSync(main)) throw new Error(`There is no ${main}: node tools/build/bundle.mjs builds it.`);
  const folder = await mkdtemp(join(tmpdir(), 'cubit-program-'));
  const dataDir = environment['DATA_DIR'] ?? join(folder, 'data');
  const child = spawn(process.execPath, [main], {
    cwd: folder,
    env: { PATH: process.env['PATH'], PORT: '0', WEB: 'off', DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const ended = once(child, 'close').finally(() => running.delete(child));
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output.text += text));
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const address = await addressOf(child, output, startLimitMs).catch(async (error: unknown) => {
    await end('SIGKILL');
    throw error;
  });
  return {
    address,
    dataDir,
    child,
    log: {
      get entries() {
        return entriesOf(output.text);
      },
    },
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGTERM');
      if (child.exitCode !== 0)
        throw new Error(`The program ended with ${child.exitCode ?? child.signalCode}:\n${output.text}`);
    },
  };
}

async function addressOf(child: ChildProcess, output: { readonly text: string }, limitMs: number): Promise<string> {
  for (const deadline = Date.now() + limitMs; ; await sleep(POLL_MS)) {
    const address = LISTENING.exec(output.text)?.[1];
    if (address) return address;
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > deadline)
      throw new Error(`The program did not start:\n${output.text}`);
  }
}

/** Parses the JSON lines of the log; other output is for operators. */
function entriesOf(output: string): readonly LogEntry[] {
  return output.split('\n').flatMap((line) => {
    if (!line.startsWith('{')) return [];
    try {
      const { level, msg, ...details } = JSON.parse(line) as { level: LogEntry['level']; msg: string };
      return [{ level, details, message: msg }];
    } catch {
      // The last line may be incomplete.
      return [];
    }
  });
}
