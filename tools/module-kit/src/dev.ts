import { context } from 'esbuild';
import { existsSync } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { bundleOptions, describeBuild, placeOf } from './build.js';
import { DevProgram } from './dev-program.js';
import { prepareWorkspace, WORKSPACE } from './dev-workspace.js';
import { KitError } from './kit-error.js';
import { placeFault } from './place-fault.js';
import { type ModuleDescription, type Project, resolveFrom, serverEntry } from './project.js';
import { typeCheck } from './type-check.js';

interface DevOptions {
  readonly with?: string | undefined;
  readonly reset?: boolean | undefined;
}

interface PostgresEntry {
  openPostgres(options: { readonly dataDir: string }): Promise<{ readonly url: string; close(): void }>;
}

const DEFAULT_PORT = 3000;

/** Serves the module until it is interrupted. Each good build restarts the whole program; a fault leaves the last good one. */
export async function dev(project: Project, options: DevOptions): Promise<number> {
  const folder = join(project.folder, '.cubit/dev');
  if (options.reset) await rm(join(project.folder, '.cubit'), { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const port = Number(process.env['PORT'] || DEFAULT_PORT);
  await refuseUsedPort(port);
  const entry = pathToFileURL(resolveFrom(project.folder, '@cubit/server/testing')).href;
  const postgres = await ((await import(entry)) as PostgresEntry).openPostgres({ dataDir: join(folder, 'postgres') });
  const program = new DevProgram(project, { port, folder, databaseUrl: postgres.url });
  const good = join(folder, 'good');
  await rm(good, { recursive: true, force: true });
  const loop = new DevLoop(project, { program, port, good, modules: options.with?.split(',') ?? [] });
  const bundle = bundleOptions(project);
  const watching = await context({ ...bundle, plugins: [...(bundle.plugins ?? []), loop.plugin] });
  await watching.watch();
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  await watching.dispose();
  await program.stop();
  postgres.close();
  return 0;
}

interface LoopOptions {
  readonly program: DevProgram;
  readonly port: number;
  /** Folder of a copy of the last build that the program started with. */
  readonly good: string;
  /** Modules to enable, beside those that the module requires. */
  readonly modules: readonly string[];
}

class DevLoop {
  readonly #project: Project;
  readonly #options: LoopOptions;
  /** Builds are handled one after the other; of those that wait, the last one counts. */
  #turn = Promise.resolve();
  #build = 0;
  #isPrepared = false;
  #typeCheck: AbortController | undefined;

  constructor(project: Project, options: LoopOptions) {
    this.#project = project;
    this.#options = options;
  }

  readonly plugin = {
    name: 'cubit-dev',
    setup: (build: import('esbuild').PluginBuild) => {
      build.onEnd(({ errors }) => {
        this.#build += 1;
        const number = this.#build;
        const startedAt = performance.now();
        this.#turn = this.#turn.then(async () => {
          if (number !== this.#build) return;
          if (errors.length > 0) this.#report(errors.map(placeOf));
          else await this.#serve(startedAt).catch((error: unknown) => this.#report([messageOf(error)]));
        });
      });
    },
  };

  async #serve(startedAt: number): Promise<void> {
    this.#typeCheck?.abort();
    const { value, description } = await describeBuild(this.#project);
    const faults = (await serverEntry(this.#project.folder)).moduleFaults(value);
    if (faults.length > 0) {
      this.#report(faults.map((fault) => placeFault(this.#project.folder, fault)));
      return;
    }
    const { port, modules } = this.#options;
    const version = await this.#restart();
    if (version === undefined) return;
    const address = `http://localhost:${port}`;
    if (!this.#isPrepared) {
      await prepareWorkspace(this.#project, { address, modules: [...description.requires, ...modules] });
      this.#isPrepared = true;
      process.stdout.write(
        `Cubit ${version}, module ${value.name} ${value.version}, contract ${description.contract}:  ${address}   token in .cubit/dev-token\n` +
          `     try:  curl -H "authorization: Bearer $(cat .cubit/dev-token)" ${address}${firstPath(description)}\n` +
          `     docs: ${address}/api/v1/orgs/dev/modules/core-openapi/docs   sign in with .cubit/dev-login\n`,
      );
    } else process.stdout.write(`restarted in ${Math.round(performance.now() - startedAt)} ms\n`);
    void this.#checkTypes();
  }

  /** Starts the program with the new build; if it ends before it answers, with the last good one. */
  async #restart(): Promise<string | undefined> {
    const { program, good } = this.#options;
    try {
      const version = await program.restart(this.#project.folder);
      await keepBuild(this.#project, good);
      return version;
    } catch (error) {
      if (!(error instanceof KitError)) throw error;
      if (existsSync(good)) await program.restart(good);
      this.#report(error.message.split('\n').map((line) => placeFault(this.#project.folder, line)));
      return undefined;
    }
  }

  /** Beside the running program: a fault of types stops nothing. */
  async #checkTypes(): Promise<void> {
    const stop = new AbortController();
    this.#typeCheck = stop;
    await sleep(QUIET_MS, undefined, { signal: stop.signal }).catch(() => {});
    if (stop.signal.aborted) return;
    const { code, text } = await typeCheck(this.#project);
    if (code !== 0 && !stop.signal.aborted) process.stdout.write(text);
  }

  #report(lines: readonly string[]): void {
    const kept = this.#options.program.isRunning ? '\nThe last good build is still served.' : '';
    process.stdout.write(`${lines.join('\n')}${kept}\n`);
  }
}

/** What an instance loads of a module. */
async function keepBuild({ folder }: Project, target: string): Promise<void> {
  for (const part of ['package.json', 'dist']) await cp(join(folder, part), join(target, part), { recursive: true });
}

/** A list of records that the module adds to the API; the workspace for a module without kinds. */
function firstPath({ kinds }: ModuleDescription): string {
  const [module, kind] = kinds[0]?.id.split(':') ?? [];
  return module === undefined ? WORKSPACE : `${WORKSPACE}/modules/${module}/records/${kind}`;
}

/** After a restart, requests come first. */
const QUIET_MS = 1_000;

function messageOf(error: unknown): string {
  return error instanceof KitError ? error.message : String((error as Error).stack ?? error);
}

function refuseUsedPort(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', () => reject(new KitError(`Port ${port} is in use. Set PORT to another one.`)));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()));
  });
}
