import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A package whose specs do not sweep the declarations of its module. */
export function unswept(folder: string): readonly string[] {
  const specs = globSync('src/**/*.{test,spec}.ts', { cwd: folder });
  const isSwept = specs.some((file) => /\bmoduleSweep\(/.test(readFileSync(join(folder, file), 'utf8')));
  return isSwept ? [] : ['No spec calls moduleSweep: add one that does.'];
}
