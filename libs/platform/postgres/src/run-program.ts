import { spawn } from 'node:child_process';
import type { DatabaseUser } from './database-user.js';

/** What the database's programs see of the environment: no secret of ours, and no `PG...` or locale meant for others. */
const PASSED_ON = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH'];

export function programEnvironment(): NodeJS.ProcessEnv {
  const passedOn = PASSED_ON.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { ...Object.fromEntries(passedOn), LC_ALL: 'C' };
}

export interface ProgramResult {
  /** Null where a signal ended the program. */
  readonly exitCode: number | null;
  /** Both outputs, as they came. */
  readonly output: string;
}

/** Runs a program to its end. Rejects only where it could not be run at all, with the system's own error. */
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
