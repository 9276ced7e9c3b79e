import type { Database, Logger, Transaction } from '@cubit/core';
import type { JobContext } from './job-definition.js';
import type { JobRow } from './job-row.js';
import { holdLease, LEASE_MS, renewLease, saveCheckpoint, type Lease, type Progress } from './job-store.js';

const RENEWALS_PER_LEASE = 3;
/** Progress that people watch is no older than this. */
const SHOWN_EVERY_MS = 500;

/** Why a run was told to end. */
export type EndReason = 'cancelled' | 'stopping' | 'lost';

const MESSAGES: Readonly<Record<EndReason, string>> = {
  cancelled: 'The job was cancelled.',
  stopping: 'The process stops; another one goes on with the job.',
  lost: 'The job was taken over by another process.',
};

interface LiveJobOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly row: JobRow;
  readonly lease: Lease;
}

/** A job while this process runs it: keeps the lease, and knows when it has to end. */
export class LiveJob {
  readonly lease: Lease;
  readonly #options: LiveJobOptions;
  readonly #abort = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #progress: Progress;
  #renewing: Promise<void> | null = null;
  #renewedAtMs = performance.now();
  #endReason: EndReason | null = null;
  #ended = false;

  constructor(options: LiveJobOptions) {
    const { row, lease } = options;
    this.#options = options;
    this.lease = lease;
    this.#progress = { done: row.progress_done, total: row.progress_total };
    this.#timer = setInterval(() => this.#renew(), LEASE_MS / RENEWALS_PER_LEASE);
  }

  get progress(): Progress {
    return this.#progress;
  }

  /** Null: it ends by itself. */
  get endReason(): EndReason | null {
    return this.#endReason;
  }

  /** Tells the handler to end. The first reason counts, but one who lost the lease has no say any more. */
  end(reason: EndReason): void {
    if (this.#endReason === null || reason === 'lost') this.#endReason = reason;
    this.#abort.abort(new Error(MESSAGES[reason]));
  }

  /** Ends the renewals, and waits for the one that runs. */
  async settle(): Promise<void> {
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
      hold: (tx) => this.#hold(tx),
      transaction: (work) =>
        database.transaction(async (tx) => {
          await this.#hold(tx);
          return work(tx);
        }),
      save: (tx, checkpoint) => saveCheckpoint(tx.db, lease, checkpoint),
    };
  }

  async #hold(tx: Transaction): Promise<void> {
    if (await holdLease(tx.db, this.lease)) return;
    this.end('lost');
    throw new Error(MESSAGES.lost);
  }

  #renew(): void {
    if (this.#renewing || this.#ended) return;
    const { database, log } = this.#options;
    this.#renewedAtMs = performance.now();
    this.#renewing = renewLease(database.db, this.lease, this.#progress)
      .then(
        (kept) => {
          if (!kept) this.end('lost');
          else if (kept.cancelRequested) this.end('cancelled');
        },
        // While the database is away nobody else can take the job either; the next renewal tells.
        (error: unknown) => log.warn({ err: error, job: this.lease.id }, 'the lease of a job could not be renewed'),
      )
      .finally(() => {
        this.#renewing = null;
      });
  }
}
