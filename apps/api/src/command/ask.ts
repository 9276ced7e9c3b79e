import { createInterface } from 'node:readline/promises';
import { UsageError } from './usage-error.js';

/** Asks a question on the terminal. Without a terminal, somebody must have answered it with `--yes`. */
export async function ask(question: string, yes: boolean): Promise<boolean> {
  if (yes) return true;
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true)
    throw new UsageError(`There is no terminal to ask '${question}'; answer it with --yes.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}
