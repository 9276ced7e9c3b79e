import type { Configuration } from './configuration.js';
import { StartError } from './start-error.js';

/** Explains a failed `listen` in terms of PORT and HOST. */
export function explainListenFailure(error: unknown, { port, host }: Pick<Configuration, 'port' | 'host'>): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const options = { cause: error };
  switch (code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} of ${host} is used by another program. Stop that program, or choose another port with PORT.`,
        options,
      );
    case 'EACCES':
      return new StartError(`This user may not listen on port ${port}. Choose one above 1023 with PORT.`, options);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(
        `HOST is '${host}', which is not an address of this machine. Use 127.0.0.1 for this machine only, 0.0.0.0 for every network.`,
        options,
      );
    default:
      return error;
  }
}
