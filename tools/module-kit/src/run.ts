import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a program to its end with this terminal, and returns its exit code. An end by a signal counts as a failure. */
export async function run(
  program: string,
  parameters: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
) {
  const child = spawn(program, parameters, { stdio: 'inherit', env: environment });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

export interface Output {
  readonly code: number;
  /** Standard output and error. */
  readonly text: string;
}

/** Runs a program to its end and collects what it prints. An end by a signal counts as a failure. */
export async function collect(program: string, parameters: readonly string[], cwd?: string): Promise<Output> {
  const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'pipe'], ...(cwd && { cwd }) });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (text += part));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code: code ?? 1, text };
}
