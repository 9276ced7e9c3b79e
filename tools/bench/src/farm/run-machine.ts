import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from '../data/api.js';
import type { Farm, FarmMachine } from './prepare-farm.js';
import { requestOf, type MachineReport } from './machine-report.js';

/** How a print ended, according to its machine. */
export interface Print {
  readonly job: string;
  readonly machine: string;
  readonly state: 'completed' | 'failed' | 'cancelled';
  readonly usedG: number;
}

export interface Ledgers {
  readonly prints: Print[];
  /** Milliseconds from a report to its answer. */
  readonly answerMs: (ms: number) => void;
  /** Called with the answer to a refused report. */
  readonly refused: (text: string) => void;
  /** Called for a second in which the machine still waited for the previous answer. */
  readonly late: () => void;
}

export interface MachineRun {
  readonly farm: Farm;
  readonly machine: FarmMachine;
  /** Signed in. */
  readonly api: Api;
  readonly anonymous: Api;
  readonly endsAt: number;
  readonly random: () => number;
  readonly ledgers: Ledgers;
}

const SECOND_MS = 1_000;
const SHORTEST_S = 10;
const LONGEST_S = 120;
const EST_G = 50;
const MOST_MM = 20_000;
const MM3_PER_CM3 = 1_000;
/** Shares of reports that are sent twice at once, sent late, or report a pause. */
const TWICE = 0.05;
const DELAYED = 0.05;
const PAUSED = 0.03;
const LONGEST_DELAY_MS = 4_000;
const END_REPEATS = 2;
const FAILED_ABOVE = 0.7;
const CANCELLED_ABOVE = 0.85;

/** Runs one machine from print to print with a report each second. The last print is completed. */
export async function runMachine(run: MachineRun): Promise<void> {
  const { machine, endsAt, random } = run;
  const delayed: Promise<void>[] = [];
  // Spreads the machines over a second.
  await sleep(random() * SECOND_MS);
  for (let count = 1; Date.now() < endsAt; count += 1)
    delayed.push(...(await printOne(run, `${machine.name} ${String(count)}.gcode`)));
  await Promise.all(delayed);
}

async function printOne(run: MachineRun, file: string): Promise<readonly Promise<void>[]> {
  const { farm, machine, api, endsAt, random, ledgers } = run;
  const job = await queue(run, file);
  const lastsMs = (SHORTEST_S + random() * (LONGEST_S - SHORTEST_S)) * SECOND_MS;
  const startedAt = Date.now();
  const delayed: Promise<void>[] = [];
  const far = () => Math.min(0.999, (Date.now() - startedAt) / lastsMs);
  for (let tick = startedAt; Date.now() - startedAt < lastsMs && Date.now() < endsAt; tick += SECOND_MS) {
    const content: MachineReport = { state: random() < PAUSED ? 'paused' : 'printing', file, progress: far() };
    if (random() < DELAYED) delayed.push(sleep(random() * LONGEST_DELAY_MS).then(() => report(run, content)));
    else await Promise.all(random() < TWICE ? [report(run, content), report(run, content)] : [report(run, content)]);
    for (; tick + SECOND_MS < Date.now(); tick += SECOND_MS) ledgers.late();
    await sleep(Math.max(0, tick + SECOND_MS - Date.now()));
  }
  const end = endOf(file, far(), random());
  ledgers.prints.push({ job, machine: machine.id, state: end.state, usedG: gramsOf(end) });
  await Promise.all([report(run, end), report(run, end)]);
  for (let repeat = 0; repeat < END_REPEATS; repeat += 1) {
    await sleep(SECOND_MS);
    await report(run, end);
  }
  await api.post(`${farm.path}/modules/digifab/actions/clear_bed`, { record: recordOf(machine), input: {} });
  return delayed;
}

type End = MachineReport & { readonly state: Print['state'] };

function endOf(file: string, progress: number, chance: number): End {
  if (chance < FAILED_ABOVE)
    return { state: 'completed', file, progress: 1, usedMm: Math.round((1 + chance) * MOST_MM) / 2 };
  return { state: chance < CANCELLED_ABOVE ? 'failed' : 'cancelled', file, progress: Math.round(progress * 1e6) / 1e6 };
}

/** The material of a print: the measured quantity, or else the estimate in proportion to its progress. */
function gramsOf({ usedMm, progress }: End): number {
  return usedMm === undefined ? EST_G * progress : (usedMm * Math.PI * (1.75 / 2) ** 2 * 1.24) / MM3_PER_CM3;
}

async function queue({ farm, machine, api }: MachineRun, file: string): Promise<string> {
  const records = `${farm.path}/modules/digifab/records`;
  const made = await api.post<{ id: string }>(`${records}/file`, { fields: { name: file } });
  const fields = {
    title: file,
    file: made.id,
    target: { machine: machine.id },
    materials: [{ part: farm.filament, est_g: EST_G }],
  };
  return (await api.post<{ id: string }>(`${records}/job`, { fields })).id;
}

const recordOf = ({ id }: FarmMachine) => ({ kind: 'digifab:machine', id });

async function report({ farm, machine, api, anonymous, ledgers }: MachineRun, content: MachineReport): Promise<void> {
  const { url, body } = requestOf(machine, farm.path, content);
  const startedAt = performance.now();
  try {
    await (machine.webhook === null ? api : anonymous).post(url, body);
    ledgers.answerMs(performance.now() - startedAt);
  } catch (error) {
    ledgers.refused(error instanceof Error ? error.message : String(error));
  }
}
