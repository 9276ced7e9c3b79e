import module from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiling JavaScript takes half of the start time, so compiled code is cached next to the packages. Imports follow, so that
// they use the cache.
module.enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/cubit-code', import.meta.url)));
const { runProgram } = await import('./run-program.js');
await runProgram();
