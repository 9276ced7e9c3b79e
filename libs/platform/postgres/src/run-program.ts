import { spawn } from 'node:child_process';
import type { DatabaseUser } from './database-user.js';

/** The environment of the database programs: without our secrets, and without `PG...` and locale variables. */
const PASSED_ON = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH'];

export function programEnvironment(): NodeJS.ProcessEnv {
  const passedOn = PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { ...Object.fromEntries(passedOn), LC_ALL: 'C' };
}

export interface ProgramResult {
  /** Null if a signal ended the program. */
  readonly exitCode: number | null;
  /** Both output streams, interleaved. */
  readonly output: string;
}

/** Runs a program until it exits. Rejects only if it cannot be started, with the error of the system. */
export function runProgram(
  file: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly user?: DatabaseUser | undefined } = {},
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      ...options.user,
      env: programEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    }
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ exitCode, output }));
  });
}
