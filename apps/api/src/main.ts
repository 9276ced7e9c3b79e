import module from 'node:module';
import { fileURLToPath } from 'node:url';

// Half of a start is compiling JavaScript; what was compiled is kept beside the packages. Imports come after, to be part of it.
module.enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/cubit-code', import.meta.url)));
const { runProgram } = await import('./run-program.js');
await runProgram();
