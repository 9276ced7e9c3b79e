import type { Database, Transaction } from '@cubit/database';
import type { Logger } from '@cubit/core/host';
import type { JobContext } from './job-definition.js';
import type { JobRow } from './job-row.js';
import { lockLease, LEASE_MS, renewLease, saveCheckpoint, type Lease, type Progress } from './job-store.js';

const RENEWALS_PER_LEASE = 3;
/** Maximum age of the progress that clients see, while the handler reports progress. */
const SHOWN_EVERY_MS = 500;

/** Why a run was asked to stop. */
export type EndReason = 'cancelled' | 'stopping' | 'lost';

const MESSAGES: Readonly<Record<EndReason, string>> = {
  cancelled: 'The job was cancelled.',
  stopping: 'The process is stopping; another process continues the job.',
  lost: 'The job was taken over by another process.',
};

interface RunningJobOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly row: JobRow;
  readonly lease: Lease;
}

/** A job that this process runs: renews its lease, and tracks whether it must stop. */
export class RunningJob {
  readonly lease: Lease;
  readonly #options: RunningJobOptions;
  readonly #abort = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #progress: Progress;
  #renewing: Promise<void> | null = null;
  #renewedAtMs = performance.now();
  #endReason: EndReason | null = null;
  #ended = false;

  constructor(options: RunningJobOptions) {
    const { row, lease } = options;
    this.#options = options;
    this.lease = lease;
    this.#progress = { done: row.progress_done, total: row.progress_total };
    this.#timer = setInterval(() => this.#renew(), LEASE_MS / RENEWALS_PER_LEASE);
  }

  get progress(): Progress {
    return this.#progress;
  }

  /** Null unless the run was asked to stop. */
  get endReason(): EndReason | null {
    return this.#endReason;
  }

  /** Asks the handler to stop. The first reason counts, except that `lost` replaces every other reason. */
  end(reason: EndReason): void {
    if (this.#endReason === null || reason === 'lost') this.#endReason = reason;
    this.#abort.abort(new Error(MESSAGES[reason]));
  }

  /** Stops the renewals and waits for an active one. */
  async stopRenewing(): Promise<void> {
    this.#ended = true;
    clearInterval(this.#timer);
    await this.#renewing;
  }

  context(): JobContext {
    const { row, database, log } = this.#options;
    const { lease } = this;
    return {
      workspaceId: row.workspace_id,
      id: row.id,
      type: row.type,
      input: row.input,
      attempt: row.attempts + 1,
      createdBy: row.created_by,
      checkpoint: row.checkpoint,
      signal: this.#abort.signal,
      log,
      progress: (done, total) => {
        this.#progress = { done, total: total ?? this.#progress.total };
        if (performance.now() - this.#renewedAtMs > SHOWN_EVERY_MS) this.#renew();
      },
      hold: (tx) => this.#lock(tx),
      transaction: (work) =>
        database.transaction(async (tx) => {
          await this.#lock(tx);
          return work(tx);
        }),
      save: (tx, checkpoint) => saveCheckpoint(tx.db, lease, checkpoint),
    };
  }

  async #lock(tx: Transaction): Promise<void> {
    if (await lockLease(tx.db, this.lease)) return;
    this.end('lost');
    throw new Error(MESSAGES.lost);
  }

  #renew(): void {
    if (this.#renewing || this.#ended) return;
    const { database, log } = this.#options;
    this.#renewedAtMs = performance.now();
    this.#renewing = renewLease(database.db, this.lease, this.#progress)
      .then(
        (lease) => {
          if (!lease) this.end('lost');
          else if (lease.cancelRequested) this.end('cancelled');
        },
        // During an outage of the database no other process can claim the job either.
        (error: unknown) => log.warn({ err: error, job: this.lease.id }, 'the lease of a job could not be renewed'),
      )
      .finally(() => {
        this.#renewing = null;
      });
  }
}
