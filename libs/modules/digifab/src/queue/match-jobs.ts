import type { Job } from '../job/job.fields.js';
import { isFree, type Machine } from '../machine/machine.fields.js';
import type { Pool } from '../pool/pool.fields.js';
import type { QueueState } from './queue-state.js';
import { REASONS, type Reason } from './reasons.js';
import { StockBudget, type Binding } from './stock-budget.js';

const SECOND_MS = 1_000;
/** Reasons that waiting cannot resolve. They are reported only if no machine fits otherwise. */
const MISFITS: readonly Reason[] = ['wrong_model', 'wrong_nozzle'];

export interface Assignment {
  readonly job: Job;
  readonly machine: Machine;
  readonly bound: readonly Binding[];
}
export interface Matches {
  readonly assignments: readonly Assignment[];
  /** Why each of the other jobs waits. */
  readonly waiting: ReadonlyMap<string, readonly Reason[]>;
}

/** Assigns jobs to machines in queue order. Pure: it runs once on what was read and again on what is locked. */
export function matchJobs(state: QueueState): Matches {
  const round = new MatchingRound(state);
  const waiting = new Map<string, readonly Reason[]>();
  for (const job of state.jobs) {
    const reasons = round.assign(job);
    if (reasons.size > 0)
      waiting.set(
        job.id,
        REASONS.filter((reason) => reasons.has(reason)),
      );
  }
  return { assignments: round.assignments, waiting };
}

type Candidate = { readonly machine: Machine; readonly bound: readonly Binding[] };

class MatchingRound {
  readonly assignments: Assignment[] = [];
  readonly #state: QueueState;
  readonly #budget: StockBudget;
  readonly #taken = new Set<string>();
  readonly #byId: ReadonlyMap<string, Machine>;
  readonly #byName: readonly Machine[];

  constructor(state: QueueState) {
    this.#state = state;
    this.#budget = new StockBudget(state);
    this.#byId = new Map(state.machines.map((machine) => [machine.id, machine]));
    this.#byName = state.machines.toSorted((a, b) => (a.fields.name < b.fields.name ? -1 : 1));
  }

  /** Assigns the job to the best machine. Returns an empty set, or the reasons why the job waits. */
  assign(job: Job): ReadonlySet<Reason> {
    const own = this.#ownReasons(job);
    if (own.size > 0) return own;
    const pool = this.#state.pools.find(({ id }) => id === job.fields.target?.pool);
    const machines = this.#machinesFor(job, pool);
    if (machines.length === 0) return new Set<Reason>(['no_machine']);
    const candidates: Candidate[] = [];
    const refusals: ReadonlySet<Reason>[] = [];
    for (const machine of machines) {
      const answer = this.#tryMachine(machine, job);
      if (answer instanceof Set) refusals.push(answer);
      else candidates.push(answer as Candidate);
    }
    const [best] = candidates.toSorted((a, b) => byStrategy(pool, a.machine, b.machine));
    if (!best) return summarizeRefusals(refusals);
    this.assignments.push({ job, ...best });
    this.#taken.add(best.machine.id);
    this.#budget.take(best.bound);
    return new Set();
  }

  #ownReasons({ fields: { approval, not_before, run } }: Job): ReadonlySet<Reason> {
    const reasons = new Set<Reason>();
    if (approval === 'waiting' || approval === 'rejected') reasons.add('approval');
    if (not_before !== undefined && Date.parse(not_before) > this.#state.now.getTime()) reasons.add('not_before');
    if (run !== undefined && this.#state.runs.get(run)?.fields.status === 'paused') reasons.add('run_paused');
    return reasons;
  }

  #machinesFor({ fields: { target = {} } }: Job, pool: Pool | undefined): readonly Machine[] {
    const { machine, tags = [] } = target;
    const among =
      target.pool === undefined
        ? this.#byName
        : (pool?.fields.machines ?? []).flatMap((id) => this.#byId.get(id) ?? []);
    return among.filter(
      (one) => (machine === undefined || machine === one.id) && tags.every((tag) => has(one.tags, tag)),
    );
  }

  #tryMachine(machine: Machine, job: Job): Candidate | Set<Reason> {
    const reasons = this.#machineReasons(machine);
    for (const misfit of misfits(machine, job, this.#state)) reasons.add(misfit);
    const binding = this.#budget.bind(job.fields.materials ?? [], machine);
    if ('short' in binding) for (const shortage of binding.short) reasons.add(shortage);
    return 'bound' in binding && reasons.size === 0 ? { machine, bound: binding.bound } : reasons;
  }

  #machineReasons(machine: Machine): Set<Reason> {
    const { status, current_job, needs_clear, accepting_jobs } = machine.fields;
    const reasons = new Set<Reason>();
    const isTaken = this.#taken.has(machine.id);
    if (isFree(machine.fields) && !isTaken && !this.#state.blocked.has(machine.id) && !this.#isTooSoon(machine))
      return reasons;
    if (isTaken || current_job !== undefined || status === 'printing' || status === 'paused')
      reasons.add('machine_busy');
    if (status === 'offline') reasons.add('machine_offline');
    if (status === 'error') reasons.add('machine_error');
    if (status === 'maintenance') reasons.add('in_maintenance');
    if (needs_clear) reasons.add('needs_clear');
    if (!accepting_jobs) reasons.add('not_accepting');
    if (this.#state.blocked.has(machine.id)) reasons.add('maintenance_due');
    if (this.#isTooSoon(machine)) reasons.add('pool_gap');
    return reasons;
  }

  /** Whether another machine of one of its pools started within the start gap, or is about to start. */
  #isTooSoon({ id }: Machine): boolean {
    return this.#state.pools.some(({ fields: { machines = [], start_gap_s: gap } }) => {
      if (gap === 0 || !machines.includes(id)) return false;
      if (machines.some((other) => this.#taken.has(other))) return true;
      const since = this.#state.now.getTime() - gap * SECOND_MS;
      return machines.some((other) => Date.parse(this.#byId.get(other)?.fields.last_started_at ?? '') > since);
    });
  }
}

function misfits({ fields: { model, nozzle_mm } }: Machine, job: Job, { files }: QueueState): readonly Reason[] {
  const file = files.get(job.fields.file ?? '')?.fields;
  const wanted = job.fields.target?.model;
  const models = file?.machine_models ?? [];
  const isOtherModel =
    (wanted !== undefined && !has([model ?? ''], wanted)) ||
    (models.length > 0 && model !== undefined && !has(models, model));
  const isOtherNozzle = file?.nozzle_mm !== undefined && nozzle_mm !== undefined && file.nozzle_mm !== nozzle_mm;
  return [...(isOtherModel ? ['wrong_model' as const] : []), ...(isOtherNozzle ? ['wrong_nozzle' as const] : [])];
}

function byStrategy(pool: Pool | undefined, a: Machine, b: Machine): number {
  const strategy = pool?.fields.strategy ?? 'first_free';
  if (strategy === 'least_hours') return a.fields.hours_total - b.fields.hours_total;
  if (strategy === 'first_free') return 0;
  const [one = '', other = ''] = [a.fields.last_started_at, b.fields.last_started_at];
  return one === other ? 0 : one < other ? -1 : 1;
}

/** All reasons of the machines that fit; if none fits, the misfits of all machines. */
function summarizeRefusals(refusals: readonly ReadonlySet<Reason>[]): ReadonlySet<Reason> {
  const fitting = refusals.filter((reasons) => !MISFITS.some((misfit) => reasons.has(misfit)));
  const reported =
    fitting.length > 0 ? fitting : refusals.map((reasons) => new Set(MISFITS.filter((one) => reasons.has(one))));
  return new Set(reported.flatMap((reasons) => [...reasons]));
}

function has(texts: readonly string[], wanted: string): boolean {
  return texts.some((text) => text.toLowerCase() === wanted.toLowerCase());
}
