import { mkdtemp, rm } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildModule } from './build.js';
import { type Bump, changesBetween, leastBump } from './compare-versions.js';
import { KitError } from './kit-error.js';
import type { ModuleDescription, Project } from './project.js';
import { collect } from './run.js';

/** Compares the module with an earlier archive. Fails if the version is lower than the changes need. */
export async function diff(project: Project, { against }: { readonly against?: string | undefined }): Promise<number> {
  if (!against) throw new KitError('Name the earlier archive: cubit-module diff --against laser-1.0.0.tgz');
  const earlier = await readArchive(project, against);
  const { description } = await buildModule(project);
  const changes = changesBetween(earlier, description);
  for (const { bump, what } of changes) process.stdout.write(`${bump}: ${what}\n`);
  const needed = leastBump(changes);
  const isEnough = isAtLeast(earlier.version, description.version, needed);
  const verdict = isEnough ? 'is enough' : `is too low: a ${needed} version is needed`;
  process.stdout.write(`${needed}: ${description.version} after ${earlier.version} ${verdict}.\n`);
  return isEnough ? 0 : 1;
}

async function readArchive({ folder, manifest }: Project, against: string): Promise<ModuleDescription> {
  const target = await mkdtemp(join(tmpdir(), 'cubit-diff-'));
  try {
    const isVersion = /^\d+\.\d+\.\d+/.test(against);
    const archive = isVersion ? await fetchArchive(`${manifest.name}@${against}`, target) : join(folder, against);
    const { code, text: output } = await collect('tar', ['-xzf', archive, '-C', target, 'package/dist/manifest.json']);
    if (code !== 0) throw new KitError(`${against} has no dist/manifest.json: ${output.trim()}`);
    const text = readFileSync(join(target, 'package/dist/manifest.json'), 'utf8');
    // Before contract 1.2, modules had no jobs.
    return { jobs: [], ...(JSON.parse(text) as Omit<ModuleDescription, 'jobs'>) };
  } finally {
    await rm(target, { recursive: true, force: true });
  }
}

async function fetchArchive(specifier: string, target: string): Promise<string> {
  const { code, text } = await collect('npm', ['pack', specifier, '--silent', '--pack-destination', target]);
  if (code !== 0) throw new KitError(`${specifier} cannot be fetched: ${text.trim()}`);
  return join(target, text.trim().split('\n').at(-1) ?? '');
}

function isAtLeast(earlier: string, later: string, bump: Bump): boolean {
  const [a = [0, 0, 0], b = [0, 0, 0]] = [earlier, later].map((version) =>
    version.split('.').map((part) => parseInt(part, 10)),
  );
  const [major = 0, minor = 0, patch = 0] = b.map((part, index) => part - (a[index] ?? 0));
  if (major !== 0) return major > 0;
  // Before 1.0.0, a minor version may change anything.
  if (bump === 'major') return b[0] === 0 && minor > 0;
  if (minor !== 0) return minor > 0;
  return bump === 'patch' && patch > 0;
}
