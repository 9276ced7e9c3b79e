import { sweepName, SYSTEM_ACTOR } from '@cubit/core/host';
import { Recurring } from '../upkeep/recurring.js';
import { type KernelServices, WorkspaceTransaction } from '@cubit/records';
import { type DueRecords, findDueRecords, horizonOf, RECORDS_PER_TURN } from './due-records.js';

const INTERVAL_MS = 5_000;
/** How long a sweep skips a workspace after it failed there. */
const POSTPONE_MS = 5 * 60_000;

interface SweeperOptions {
  readonly services: KernelServices;
  /** Called after a commit with events. */
  readonly onEvents: () => void;
}

/**
 * Passes due records to the sweeps of their modules. Any number of processes may run one: a record is locked and
 * checked again before it is passed on.
 */
export class Sweeper {
  readonly #options: SweeperOptions;
  /** End times of postponements, by sweep and workspace. */
  readonly #postponed = new Map<string, number>();
  readonly #turns: Recurring;

  constructor(options: SweeperOptions) {
    this.#options = options;
    this.#turns = new Recurring({
      everyMs: INTERVAL_MS,
      work: (signal) => this.#work(signal),
      // After an outage of the database, the next turn finds the same records.
      onError: (error) => options.services.log.warn({ err: error }, 'sweep failed'),
    });
  }

  start(): void {
    if (this.#options.services.registry.sweeps.length > 0) this.#turns.start();
  }

  stop(): Promise<void> {
    return this.#turns.stop();
  }

  /** Handles everything that is due now. Joins a turn that is already running. */
  run(): Promise<void> {
    return this.#turns.run();
  }

  async #work(signal: AbortSignal): Promise<void> {
    const { database, registry, now } = this.#options.services;
    for (let more = true; more && !signal.aborted;) {
      const instant = now();
      const due = await findDueRecords(database, registry.sweeps, {
        now: instant,
        postponed: (sweep) => this.#postponedAt(sweep.key, instant.getTime()),
      });
      for (const records of due) if (!signal.aborted) await this.#handle(records);
      const found = due.reduce((sum, { ids }) => sum + ids.length, 0);
      more = found >= RECORDS_PER_TURN;
    }
  }

  async #handle(due: DueRecords): Promise<void> {
    const { sweep, workspaceId } = due;
    const { log, now } = this.#options.services;
    try {
      await this.#transact(due);
    } catch (error) {
      this.#postponed.set(`${sweep.key}/${workspaceId}`, now().getTime() + POSTPONE_MS);
      log.error({ err: error, sweep: sweep.key, workspaceId }, 'a sweep failed; it is tried again in five minutes');
    }
  }

  async #transact({ sweep, workspaceId, ids }: DueRecords): Promise<void> {
    const { services, onEvents } = this.#options;
    const { definition, owner } = sweep;
    await services.database.transaction(async (tx) => {
      const access = await services.workspaces.systemAccessTo(tx.db, workspaceId);
      if (!access?.schema.modules.has(owner.name)) return;
      const { schema } = access;
      const transaction = new WorkspaceTransaction({
        services,
        onEvents,
        tx,
        workspace: access,
        actor: SYSTEM_ACTOR,
      });
      const context = transaction.contextOf(owner.name, sweepName(definition.id));
      const horizon = horizonOf(sweep, tx.now, schema.settingsOf(owner.name));
      const locked = await context.records.lock(definition.kind, ids);
      // Another transaction may have handled a record between the search and the lock.
      const records = [...locked.values()].filter((record) => {
        const at = (record.fields as Readonly<Record<string, unknown>>)[definition.at];
        return typeof at === 'string' && at <= horizon;
      });
      if (records.length === 0) return;
      await definition.run(context, records);
      const left = await context.records.count(definition.kind, {
        id: { in: records.map(({ id }) => id) },
        [definition.at]: { lte: horizon },
      });
      if (left > 0)
        throw new Error(
          `Sweep '${sweep.key}' left ${String(left)} of ${String(records.length)} records due; its run must clear '${definition.at}' or put it later.`,
        );
    });
  }

  #postponedAt(key: string, now: number): readonly string[] {
    const workspaces: string[] = [];
    for (const [postponed, until] of this.#postponed) {
      if (until <= now) this.#postponed.delete(postponed);
      else if (postponed.startsWith(`${key}/`)) workspaces.push(postponed.slice(key.length + 1));
    }
    return workspaces;
  }
}
