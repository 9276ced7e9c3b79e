import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { KitError } from './kit-error.js';
import { type Project, resolveFrom } from './project.js';

/** Running requests may finish within this time. */
const DRAIN_MS = 100;
const START_LIMIT_MS = 60_000;
const POLL_MS = 20;

export interface DevProgramOptions {
  readonly port: number;
  /** Its data, without the database. */
  readonly folder: string;
  readonly databaseUrl: string;
}

/** The program in a process of its own, with the module. */
export class DevProgram {
  readonly #project: Project;
  readonly #options: DevProgramOptions;
  #child: ChildProcess | undefined;

  constructor(project: Project, options: DevProgramOptions) {
    this.#project = project;
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /**
   * Stops the running program, if any, and starts it with the module in `folder`. Returns the version of the server once it
   * answers. Throws what a program prints that ends before.
   */
  async restart(modules: string): Promise<string> {
    await this.stop();
    const root = dirname(resolveFrom(this.#project.folder, '@cubit/server/package.json'));
    const { port, folder, databaseUrl } = this.#options;
    const child = spawn(process.execPath, ['--enable-source-maps', join(root, 'bin/cubit-server.js')], {
      cwd: this.#project.folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_ENV: 'development',
        MODULES: modules,
        DATABASE_URL: databaseUrl,
        DATA_DIR: folder,
        REGISTRATION: 'invite',
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'warn',
        PORT: String(port),
      },
    });
    this.#child = child;
    child.stdout.pipe(process.stdout);
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    await this.#answer(child, () => errors);
    child.stderr.pipe(process.stderr);
    return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string }).version;
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (!child || !this.isRunning) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await Promise.race([ended, sleep(DRAIN_MS)]);
    // Transactions of the rest are rolled back.
    if (this.isRunning) child.kill('SIGKILL');
    await ended;
  }

  async #answer(child: ChildProcess, errors: () => string): Promise<void> {
    for (const deadline = Date.now() + START_LIMIT_MS; Date.now() < deadline; await sleep(POLL_MS)) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new KitError(errors().trim() || 'The program ended.');
      const ready = await fetch(`http://127.0.0.1:${this.#options.port}/readyz`).catch(() => undefined);
      if (ready?.ok) return;
    }
    throw new KitError(`The program did not answer within a minute.\n${errors()}`);
  }
}
