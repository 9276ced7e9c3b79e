import { join } from 'node:path';
import { type Project, resolveFrom } from './project.js';
import { collect, type Output } from './run.js';

/** Type-checks the module. Unchanged files are skipped. */
export async function typeCheck({ folder }: Project): Promise<Output> {
  const compiler = join(resolveFrom(folder, 'typescript/package.json'), '../bin/tsc');
  const state = ['--incremental', '--tsBuildInfoFile', '.cubit/types.tsbuildinfo'];
  return collect(process.execPath, [compiler, '--noEmit', '--pretty', 'false', ...state], folder);
}
