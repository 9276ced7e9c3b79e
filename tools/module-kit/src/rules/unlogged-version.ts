import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Empty: the change log of the folder has a heading with the version. */
export function unloggedVersion(folder: string, version: string): readonly string[] {
  const path = join(folder, 'CHANGELOG.md');
  const page = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const isThere = page.split('\n').some((line) => line.startsWith('## ') && line.includes(version));
  return isThere ? [] : [`CHANGELOG.md has no heading '## ${version}': write what changed.`];
}
