import { readArchives, readInstalled } from '@cubit/modules';
import { isAnotherProcessRunning, type StartStep, waitForOthers } from '@cubit/runtime';
import { updateDatabase } from '../../start.js';
import { CommandError } from '../command-error.js';
import type { GivenOptions } from '../parse-arguments.js';
import { ask } from '../ask.js';
import type { Instance } from './instance.js';
import { type CandidatePlan, planCandidate } from './plan-candidate.js';
import { planLines } from './plan-lines.js';
import { candidateOf } from './read-candidate.js';

interface Given {
  /** Hash of the plan. */
  readonly operand: string;
  readonly options: GivenOptions;
}

/**
 * Makes one staged module active and changes its records, as its plan says, while no process runs. Continues a plan that was interrupted. Returns the
 * exit code.
 */
export async function applyPlan(instance: Instance, { operand: hash, options }: Given): Promise<number> {
  const print = (text: string) => process.stdout.write(text);
  const found = await planOf(instance, hash);
  const { candidate, faults } = found;
  const label = `${candidate.name} ${candidate.version}`;
  if (faults.length > 0) {
    print(planLines(found));
    return 1;
  }
  if (!found.isPending && !(await isStaged(instance, candidate))) {
    print(`Plan ${hash} of ${label} is applied already.\n`);
    return 1;
  }
  if (!(await ask(`Apply plan ${hash} of ${label}?`, options.has('yes')))) {
    print('Nothing was changed.\n');
    return 1;
  }
  await waitForStop(instance);
  const json = options.has('json');
  const { configuration, database, isAlone, log } = instance;
  const onStep = stepPrinter((text) => print(json ? `${JSON.stringify({ step: text })}\n` : `${text}\n`));
  await updateDatabase(configuration, { database, isAlone, log, only: candidate.name, onStep });
  // A process that started meanwhile holds back what is staged.
  if (await isStaged(instance, candidate)) throw processRuns();
  print(
    json
      ? `${JSON.stringify({ applied: hash, name: candidate.name, version: candidate.version })}\n`
      : `${label} is applied. Start the program.\n`,
  );
  return 0;
}

/** The plan of a module that is staged, or whose records are not all changed yet. */
async function planOf(instance: Instance, hash: string): Promise<CandidatePlan> {
  const { db } = instance.database;
  const archives = [...(await readArchives(db, 'staged')), ...(await readArchives(db, 'active'))];
  const candidates = archives.map(({ name, version, archive }) => candidateOf(archive, `${name} ${version}`));
  const seen = new Set<string>();
  for (const candidate of candidates) {
    if (seen.has(candidate.integrity)) continue;
    seen.add(candidate.integrity);
    const plan = await planCandidate(instance, candidate, 'active');
    if (plan.hash === hash) return plan;
  }
  throw new CommandError(
    `No installed module has plan ${hash}: it is applied already, or what it would change is not what it was. \`modules plan\` shows the present one.`,
  );
}

async function isStaged({ database }: Instance, { integrity }: CandidatePlan['candidate']): Promise<boolean> {
  const installed = await readInstalled(database.db);
  return installed.some((one) => one.state === 'staged' && one.integrity === integrity);
}

/** A process that was killed counts as running for some seconds. */
async function waitForStop({ database, isAlone }: Instance): Promise<void> {
  if (isAlone) return;
  const running = async () => ((await isAnotherProcessRunning(database.db)) ? true : null);
  if (await waitForOthers(running)) throw processRuns();
}

function processRuns(): CommandError {
  return new CommandError('A process of the instance is running. Stop all of them, and apply the plan again.');
}

/** Prints each step once. */
function stepPrinter(print: (text: string) => void): (step: StartStep) => void {
  let last = '';
  return ({ reason, done, total }) => {
    const text = done === undefined ? reason : `${reason}: ${done}${total === undefined ? '' : ` of ${total}`}`;
    if (text !== last) print(text);
    last = text;
  };
}
