import { readConfiguration } from './configuration.js';
import { explainStartFailure } from './explain-start-failure.js';
import { releaseMemoryWhenQuiet } from './release-memory.js';
import { greet } from './greeting.js';
import type { RunningProgram } from './start.js';
import { terminalLines } from './terminal-lines.js';

/** One Ctrl+C may arrive twice: from the terminal, and forwarded by npm. */
const SAME_KEY_PRESS_MS = 500;
const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;
type StopSignal = keyof typeof SIGNAL_EXIT_CODES;

/** Runs the program until a signal stops it. */
export async function runProgram(): Promise<void> {
  let running: Promise<RunningProgram> | undefined;
  let firstSignalAt: number | undefined;

  const onSignal = (signal: StopSignal) => {
    const now = performance.now();
    if (firstSignalAt === undefined) {
      firstSignalAt = now;
      void stopOnceStarted(running, signal);
    } else if (now - firstSignalAt > SAME_KEY_PRESS_MS) process.exit(SIGNAL_EXIT_CODES[signal]);
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);

  try {
    running = startProgram();
    await running;
  } catch (error) {
    process.stderr.write(`${explainStartFailure(error)}\n`);
    process.exit(1);
  }
}

async function startProgram(): Promise<RunningProgram> {
  const configuration = readConfiguration(process.env, process.cwd());
  // Imported after the configuration is validated, so that a fault is reported at once.
  const { createLog, start } = await import('./start.js');
  const output = process.stdout;
  const log = createLog({ level: configuration.logLevel, ...(output.isTTY ? { to: terminalLines(output) } : {}) });
  for (const warning of configuration.warnings) log.warn(warning);
  const program = await start(configuration, log);
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
