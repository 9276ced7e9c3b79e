/**
 * `npm start`: builds what is stale and runs the program, in one process.
 *
 * The script says `exec`, so that npm's signals reach this process: the shell in which npm runs a script dies of them and
 * passes nothing on. Windows has no `exec`; there the second half of the script runs.
 */
import { pathToFileURL } from 'node:url';
import { bundle, BUNDLED_PROGRAM } from './bundle.mjs';

await bundle();
await import(pathToFileURL(BUNDLED_PROGRAM).href);
