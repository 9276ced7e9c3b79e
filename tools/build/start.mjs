/**
 * `npm start`: builds stale files and runs the program, in one process.
 *
 * The script uses `exec` so that signals of npm reach this process: the shell in which npm runs a script ends
 * without passing signals on. Windows has no `exec`; there the second half of the script runs.
 */
import { pathToFileURL } from 'node:url';
import { bundle, BUNDLED_PROGRAM } from './bundle.mjs';
import { buildWeb } from './web.mjs';

await bundle();
// The web app is served from its folder, which an operator may switch off.
if (process.env.WEB !== 'off') await buildWeb();
await import(pathToFileURL(BUNDLED_PROGRAM).href);
