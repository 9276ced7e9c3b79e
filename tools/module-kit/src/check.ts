import { buildModule } from './build.js';
import { isTier, RULES, type Tier, TIERS } from './rules/rules.js';
import { KitError } from './kit-error.js';
import type { Project } from './project.js';
import { Evidence } from './rules/evidence.js';
import { writeTables } from './rules/readme-tables.js';

interface CheckOptions {
  readonly tier?: string | undefined;
  readonly fix?: boolean | undefined;
}

/** Checks the rules of all tiers up to the given one, and names the tier that the module reaches. */
export async function check(project: Project, { tier = 'gold', fix = false }: CheckOptions): Promise<number> {
  if (!isTier(tier)) throw new KitError(`There is no tier '${tier}'. Use ${TIERS.join(', ')}.`);
  const built = await buildModule(project);
  if (fix && writeTables(project.folder, built.description)) process.stdout.write('README.md: tables written\n');
  const evidence = new Evidence(project, built);
  let reached: Tier | undefined;
  try {
    for (const current of TIERS.slice(0, TIERS.indexOf(tier) + 1)) {
      // A tier holds all those below it.
      if (!(await isReached(current, evidence))) break;
      reached = current;
    }
  } finally {
    await evidence.close();
  }
  process.stdout.write(`tier: ${reached ?? 'none'}\n`);
  return reached === tier ? 0 : 1;
}

/** Prints a line for each rule of the tier, and what breaks it. */
async function isReached(tier: Tier, evidence: Evidence): Promise<boolean> {
  let isWhole = true;
  for (const rule of RULES.filter((candidate) => candidate.tier === tier)) {
    const faults = await rule.faults(evidence);
    process.stdout.write(`${faults.length === 0 ? 'ok  ' : 'FAIL'} ${tier.padEnd(6)} ${rule.name}\n`);
    for (const fault of faults) process.stdout.write(`     ${fault.replaceAll('\n', '\n     ')}\n`);
    if (faults.length > 0) isWhole = false;
  }
  return isWhole;
}
