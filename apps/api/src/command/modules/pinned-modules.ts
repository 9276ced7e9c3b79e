import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expandSpecifiers, originOf, readModuleArchive } from '@cubit/modules';
import type { Configuration } from '../../configuration.js';

/** A module of MODULES, which takes the place of an installed one. */
export interface PinnedModule {
  readonly specifier: string;
  readonly name: string;
  readonly package: string | null;
  readonly version: string | null;
}

export function pinnedModules({ modules }: Pick<Configuration, 'modules'>): readonly PinnedModule[] {
  return expandSpecifiers(modules, process.cwd()).map((specifier) => {
    const { module: name, ...origin } = specifier.endsWith('.tgz')
      ? ofArchive(specifier)
      : originOf(specifier, process.cwd());
    return { specifier, name, ...origin };
  });
}

/** Of an archive that cannot be read, its path: the start names what is wrong with it. */
function ofArchive(path: string) {
  try {
    const { packageFile, manifest } = readModuleArchive(readFileSync(resolve(path)));
    const text = (value: unknown) => (typeof value === 'string' ? value : null);
    return {
      module: text(manifest['name']) ?? path,
      package: text(packageFile['name']),
      version: text(packageFile['version']),
    };
  } catch {
    return { module: path, package: null, version: null };
  }
}
