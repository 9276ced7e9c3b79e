import { parseArgs } from 'node:util';
import { buildModule } from './build.js';
import { check } from './check.js';
import { dev } from './dev.js';
import { diff } from './diff.js';
import { KitError } from './kit-error.js';
import { type Project, readProject } from './project.js';
import { run } from './run.js';

interface Options {
  readonly tier?: string | undefined;
  readonly against?: string | undefined;
  readonly with?: string | undefined;
  readonly reset?: boolean | undefined;
  readonly fix?: boolean | undefined;
}

const USAGE = `cubit-module <command>

  dev [--with inventory,spaces] [--reset]     builds and serves the module, and restarts with each change
  build                                       writes dist/index.js, dist/index.d.ts and dist/manifest.json
  test                                        runs src/**/*.test.ts with node --test
  check [--tier bronze|silver|gold] [--fix]   checks the rules of the tiers of quality
  pack                                        builds, checks and writes the archive
  diff --against <archive>                    names the version that the changes need
`;

const COMMANDS: Readonly<Record<string, (project: Project, options: Options) => Promise<number>>> = {
  build: async (project) => {
    const started = performance.now();
    const { value } = await buildModule(project);
    process.stdout.write(
      `dist/index.js: module ${value.name} ${value.version} (${Math.round(performance.now() - started)} ms)\n`,
    );
    return 0;
  },
  check,
  dev,
  diff,
  pack: () => run('npm', ['pack']),
  test: () => run(process.execPath, ['--test', 'src/**/*.test.ts']),
};

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      against: { type: 'string' },
      fix: { type: 'boolean' },
      help: { type: 'boolean' },
      reset: { type: 'boolean' },
      tier: { type: 'string' },
      with: { type: 'string' },
    },
  });
  const command = COMMANDS[positionals[0] ?? ''];
  if (values.help || !command || positionals.length > 1) {
    process.stderr.write(USAGE);
    return values.help ? 0 : 2;
  }
  return command(readProject(process.cwd()), values);
}

try {
  process.exitCode = await main();
} catch (error) {
  const isUsage = (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS');
  const text =
    error instanceof KitError || isUsage ? (error as Error).message : ((error as Error).stack ?? String(error));
  process.stderr.write(`${text}\n`);
  process.exitCode = isUsage ? 2 : 1;
}
