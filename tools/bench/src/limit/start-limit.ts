import { fileURLToPath } from 'node:url';
import { startChild, type Child } from '../program/child.js';

const SERVER = fileURLToPath(new URL('./limit-server.js', import.meta.url));

export interface LimitOptions {
  readonly database: object;
  /** File with the OpenAPI document of the program, which the limit server only sends. */
  readonly document: string;
  readonly cwd: string;
  readonly output: string;
}

export function startLimit({ database, document, cwd, output }: LimitOptions): Promise<Child> {
  return startChild({
    name: 'The bare server',
    args: [SERVER],
    env: { DATABASE: JSON.stringify(database), DOCUMENT: document },
    cwd,
    output,
    readyPath: '/ready',
  });
}
