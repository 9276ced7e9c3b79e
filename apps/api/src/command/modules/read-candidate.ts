import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { integrityOf, readModuleArchive } from '@cubit/modules';
import { CommandError } from '../command-error.js';

/** A packed module that somebody wants to install. */
export interface Candidate {
  readonly name: string;
  readonly package: string | null;
  readonly version: string;
  readonly integrity: string;
  readonly archive: Buffer;
  readonly manifest: Readonly<Record<string, unknown>>;
  /** The tier of quality that its package claims; null: none. */
  readonly quality: string | null;
}

/** Reads an archive that `npm pack` wrote, without running the module. */
export function readCandidate(path: string): Candidate {
  return candidateOf(readArchive(path), path);
}

/** `source`: where the archive is from, for messages. */
export function candidateOf(archive: Buffer, source: string): Candidate {
  try {
    const { packageFile, manifest } = readModuleArchive(archive);
    const { name, version } = manifest;
    if (typeof name !== 'string' || typeof version !== 'string')
      throw new Error('dist/manifest.json has no name and version; build the module again');
    const cubit = packageFile['cubit'] as { readonly quality?: unknown } | undefined;
    return {
      name,
      version,
      package: typeof packageFile['name'] === 'string' ? packageFile['name'] : null,
      integrity: integrityOf(archive),
      archive,
      manifest,
      quality: typeof cubit?.quality === 'string' ? cubit.quality : null,
    };
  } catch (error) {
    throw new CommandError(
      `'${source}' cannot be installed: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

function readArchive(path: string): Buffer {
  try {
    return readFileSync(resolve(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw new CommandError(`'${path}' cannot be read: ${String(code)}.`);
    const isPackage = /^(?:@[^/]+\/)?[^/]+@[^/]+$/.test(path);
    throw new CommandError(
      `The archive '${path}' does not exist.${isPackage ? ` Download the package with \`npm pack ${path}\`, and name the file.` : ''}`,
    );
  }
}
