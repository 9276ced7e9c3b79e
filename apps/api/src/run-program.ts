import { parseArguments } from './command/parse-arguments.js';
import { runCommand } from './command/run-command.js';
import { UsageError } from './command/usage-error.js';
import { readConfiguration } from './configuration.js';
import { releaseMemoryWhenQuiet } from './release-memory.js';
import { greet } from './greeting.js';
import type { RunningProgram } from './start.js';
import { terminalLines } from './terminal-lines.js';
import { inspect } from 'node:util';

/** Errors with a message for operators. Compared by name, so that the database code need not be loaded. */
const EXPLAINED = new Set([
  'BackupError',
  'CommandError',
  'CubitError',
  'UsageError',
  'ConfigurationError',
  'StartError',
  'DatabaseStartError',
  'ModuleFaultError',
  'ModuleChangeError',
  'ReleaseConflictError',
  'RegistryError',
]);

/** One Ctrl+C may arrive twice: from the terminal, and forwarded by npm. */
const SAME_KEY_PRESS_MS = 500;
const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
type StopSignal = keyof typeof SIGNAL_EXIT_CODES;

const WRONG_USE = 2;

/** Runs the command of the arguments; without one, serves until a signal stops the program. */
export async function runProgram(): Promise<void> {
  try {
    const { command, ...rest } = parseArguments(process.argv.slice(2));
    if (command === 'serve') return await serve();
    process.exitCode = await runCommand({ command, ...rest });
  } catch (error) {
    process.stderr.write(`${isExplained(error) ? error.message : inspect(error)}\n`);
    process.exitCode = error instanceof UsageError ? WRONG_USE : 1;
  }
}

async function serve(): Promise<void> {
  let running: Promise<RunningProgram> | undefined;
  let firstSignalAt: number | undefined;
  let exitCode = 1;
  const starting = new AbortController();

  const onSignal = (signal: StopSignal) => {
    const now = performance.now();
    if (firstSignalAt === undefined) {
      firstSignalAt = now;
      exitCode = SIGNAL_EXIT_CODES[signal];
      starting.abort();
      void stopOnceStarted(running, signal);
    } else if (now - firstSignalAt > SAME_KEY_PRESS_MS) process.exit(SIGNAL_EXIT_CODES[signal]);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);

  try {
    running = startProgram(starting.signal);
    await running;
  } catch (error) {
    process.stderr.write(`${explainStartFailure(error)}\n`);
    process.exit(exitCode);
  }
}

async function startProgram(signal: AbortSignal): Promise<RunningProgram> {
  const configuration = readConfiguration(process.env, process.cwd());
  // Imported after the configuration is validated, so that a fault is reported at once.
  const { createLog, start } = await import('./start.js');
  const output = process.stdout;
  const log = createLog({ level: configuration.logLevel, ...(output.isTTY ? { to: terminalLines(output) } : {}) });
  for (const warning of configuration.warnings) log.warn(warning);
  const program = await start(configuration, log, signal);
  releaseMemoryWhenQuiet();
  greet(program, { output, log });
  log.flush();
  return program;
}

async function stopOnceStarted(running: Promise<RunningProgram> | undefined, signal: StopSignal): Promise<void> {
  try {
    const program = await running;
    process.stderr.write('Stopping: what runs may finish. Once more to stop at once.\n');
    await program?.stop();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`The program did not stop cleanly: ${String(error)}\n`);
    process.exit(SIGNAL_EXIT_CODES[signal]);
  }
}

/** One line for errors that an operator can fix; the full stack for a defect. */
function explainStartFailure(error: unknown): string {
  return `Cubit cannot start. ${isExplained(error) ? error.message : inspect(error)}`;
}

function isExplained(error: unknown): error is Error {
  return error instanceof Error && EXPLAINED.has(error.name);
}
