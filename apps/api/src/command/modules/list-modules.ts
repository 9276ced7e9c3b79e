import { readInstalled } from '@cubit/modules';
import type { Instance } from './instance.js';
import { pinnedModules } from './pinned-modules.js';

/** A module that is not part of the product, or that is left out. */
export interface ListedModule {
  readonly name: string;
  readonly package: string | null;
  readonly version: string | null;
  /**
   * `active`: processes run it. `staged`: the next start without another process runs it; without a version, it leaves the instance then. `pinned`: of
   * MODULES. `removed`: its records rest. `off`: of MODULES_OFF.
   */
  readonly state: 'active' | 'staged' | 'pinned' | 'removed' | 'off';
  readonly integrity: string | null;
  readonly installed_at: string | null;
}

/** In the order of names. */
export async function listModules({ configuration, database, isPrepared }: Instance): Promise<readonly ListedModule[]> {
  const none = { integrity: null, installed_at: null };
  const pinned = pinnedModules(configuration).map(({ specifier: _, ...origin }): ListedModule => ({
    ...origin,
    state: 'pinned',
    ...none,
  }));
  const off = configuration.modulesOff.map((name): ListedModule => ({
    name,
    package: null,
    version: null,
    state: 'off',
    ...none,
  }));
  const installed = (isPrepared ? await readInstalled(database.db) : []).map(
    ({ name, package: packageName, version, state, integrity, installedAt }): ListedModule => ({
      name,
      package: packageName,
      version,
      state,
      integrity,
      installed_at: installedAt.toISOString(),
    }),
  );
  return [...pinned, ...off, ...installed].sort((one, other) => one.name.localeCompare(other.name));
}

const HEADINGS = ['name', 'version', 'state', 'package'] as const;

export function moduleLines(modules: readonly ListedModule[], json: boolean): string {
  if (json) return modules.map((module) => `${JSON.stringify(module)}\n`).join('');
  if (modules.length === 0) return 'No module is installed beside those of the product.\n';
  const rows = [HEADINGS, ...modules.map((module) => HEADINGS.map((name) => module[name] ?? '-'))];
  const widths = HEADINGS.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
