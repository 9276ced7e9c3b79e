import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { KitError } from './kit-error.js';
import { collect } from './run.js';

/** `require` gets an ES module, which is meant: the packages are for Node 22 and newer alone. */
const ESM_ONLY = new Set<Problem['kind']>(['CJSResolvesToESM']);
const RESOLUTIONS_OF_OLD_NODE = 'node10';

/** Packs a folder and lists what is wrong with the archive for those who install it. */
export async function packageFaults(folder: string, target: string): Promise<readonly string[]> {
  const { code, text } = await collect(
    'npm',
    ['pack', '--ignore-scripts', '--silent', '--pack-destination', target],
    folder,
  );
  if (code !== 0) throw new KitError(`npm pack failed: ${text}`);
  return archiveFaults(join(target, text.trim().split('\n').at(-1) ?? ''));
}

export async function archiveFaults(archive: string): Promise<readonly string[]> {
  const tarball = new Uint8Array(await readFile(archive));
  const { messages, pkg } = await publint({
    pack: { tarball: tarball.buffer as ArrayBuffer },
    level: 'warning',
    strict: true,
  });
  const published = messages.map(
    (message) => `publint: ${formatMessage(message, pkg, { color: false }) ?? message.code}`,
  );
  const result = await checkPackage(createPackageFromTarballData(tarball));
  const problems = result.types ? result.problems : [];
  const typed = problems
    .filter((problem) => !ESM_ONLY.has(problem.kind))
    .filter((problem) => !('resolutionKind' in problem) || problem.resolutionKind !== RESOLUTIONS_OF_OLD_NODE)
    .map((problem) => `attw: ${problem.kind} ${'entrypoint' in problem ? problem.entrypoint : ''}`);
  return [...published, ...new Set(typed)];
}
