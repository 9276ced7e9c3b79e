import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CONTRACT_VERSION } from '@cubit/core/host';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** The archives, and the folders that they are packed from. */
export const OUT = `${ROOT}dist/packages`;

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Provenance names it, so a package without it cannot be published. */
  readonly repository?: string | object;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(`${ROOT}${folder}package.json`, 'utf8')) as Manifest;
}

const workspace = readManifest('');

/** One licence, repository and version for all packages: those of the workspace. The contract has its own version. */
export const { license: LICENSE, repository: REPOSITORY } = workspace;
export const VERSIONS = { release: workspace.version, contract: CONTRACT_VERSION } as const;

/** The versions that the workspace declares, of all its packages. */
export function declaredVersion(folder: string, dependency: string): string {
  const { dependencies = {}, devDependencies = {} } = readManifest(folder);
  const version = dependencies[dependency] ?? devDependencies[dependency];
  if (version === undefined) throw new Error(`${folder}package.json does not declare '${dependency}'.`);
  return version;
}
