/**
 * `npm start`: builds stale files and runs the program, in one process.
 *
 * The script uses `exec` so that signals of npm reach this process: the shell in which npm runs a script ends
 * without passing signals on. npm appends arguments to the end of the script, so `node` becomes a shell function that uses `exec`.
 * Windows does not know the first half of the script, and runs the second without it.
 */
import { pathToFileURL } from 'node:url';
import { bundle, BUNDLED_PROGRAM } from './bundle.mjs';
import { buildWeb } from './web.mjs';

await bundle();
// The web app is served from its folder, which an operator may switch off. Commands such as --help need none.
if (process.env.WEB !== 'off' && process.argv.length === 2) await buildWeb();
await import(pathToFileURL(BUNDLED_PROGRAM).href);
