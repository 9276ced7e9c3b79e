import { isCubitError, pagesOf } from '@cubit/core';
import type { CapabilityHost } from '@cubit/runtime';
import type { Database, Transaction } from '@cubit/database';
import type { JobContext } from '@cubit/jobs';
import { deleteChunks, readChunks, type ImportKey } from '../source/import-chunks.js';
import { deleteRows, storeRows, readRows, type StoredRow } from '../source/import-rows.js';
import { readSource } from '../source/read-source.js';
import type { SourceRow } from '../source/row.js';
import { BATCH_ROWS, batchesOf, readAhead } from './batches.js';
import { enterImport } from './enter-import.js';
import { Growth } from './growth.js';
import { importBatch, refuseUnresolved, type BatchContext, type BatchOutcome } from './import-batch.js';
import type { Checkpoint, ImportInput, ImportResult } from './import-input.js';
import { keyOf } from './match-rows.js';
import { notifyImporter } from './notify-importer.js';
import { storeRejects } from './rejects-file.js';
import { draftRow, redraftRow, type RowDraft } from './row-draft.js';
import { rowTargets, type RowTargets } from './row-targets.js';
import { Undo } from './undo.js';

type Db = Database['db'];
/** A part of the import: reads and writes records through `tx`, and stores rejected rows through `store`. */
type Work = (tx: Transaction, store: Db) => Promise<Checkpoint>;
/** Runs a part of the import, or its dry run. */
type Step = (work: Work) => Promise<void>;

const NO_PROGRESS: Checkpoint = { total: 0, row: 0, created: 0, updated: 0, rejected: 0 };

/** Runs one import, from the beginning or after the last committed batch. */
export class ImportRun {
  readonly #host: CapabilityHost;
  readonly #job: JobContext<ImportInput>;
  readonly #key: ImportKey;
  #state: Checkpoint;
  #header: readonly string[] | null = null;
  #growth: Growth | null = null;

  constructor(host: CapabilityHost, job: JobContext<ImportInput>) {
    this.#host = host;
    this.#job = job;
    this.#key = { workspaceId: job.workspaceId, importId: job.id };
    const begun = job.checkpoint as Checkpoint | null;
    // An interrupted dry run left no checkpoint.
    this.#state = begun && (begun.result || !job.input.dryRun) ? begun : NO_PROGRESS;
  }

  async run(): Promise<ImportResult> {
    if (this.#state.result) return this.#state.result;
    const context = await enterImport(this.#host, this.#job);
    if (this.#state.total === 0) this.#state = { ...this.#state, total: await this.#countRows() };
    if (this.#job.input.dryRun) await this.#rehearse(context);
    else await this.#work(context, this.#commit(context));
    return this.#conclude(context);
  }

  get #db(): Db {
    return this.#host.services.database.db;
  }

  async #read(): Promise<AsyncIterable<SourceRow>> {
    const { header, rows } = await readSource(readChunks(this.#db, this.#key), this.#job.input);
    this.#header = header;
    return rows;
  }

  /** Reads the whole file once before the first row is imported, so that a damaged file imports nothing. */
  async #countRows(): Promise<number> {
    let total = 0;
    for await (const { number } of await this.#read()) {
      total = number;
      if (total % BATCH_ROWS === 0) this.#job.signal.throwIfAborted();
    }
    return total;
  }

  #commit(context: BatchContext): Step {
    return async (work) => {
      try {
        this.#state = await this.#job.transaction(async (tx) => {
          const state = await work(tx, tx.db);
          await this.#job.save(tx, state);
          return state;
        });
      } catch (error) {
        context.lookup.forget();
        throw error;
      }
    };
  }

  /** Runs the import in one transaction that is rolled back, so that rows see earlier rows. Rejected rows are stored outside of it. */
  async #rehearse(context: BatchContext): Promise<void> {
    const begun = this.#state;
    try {
      await this.#host.services.database.transaction(async ({ db, now }) => {
        this.#state = begun;
        context.lookup.forget();
        await deleteRows(this.#db, this.#key);
        await this.#work(context, async (work) => {
          // Discard work deferred to the commit, which never happens; it would stay in memory until the last row.
          const part = { db, now, eventIds: [], beforeCommit: ignore, afterCommit: ignore };
          this.#state = await work(part, this.#db);
        });
        throw new Undo('This was a rehearsal.');
      });
    } catch (error) {
      if (!(error instanceof Undo)) throw error;
    }
  }

  async #work(context: BatchContext, step: Step): Promise<void> {
    const { key, shape } = context;
    const rows = await this.#read();
    const { mapping, decimal } = this.#job.input;
    const targets = rowTargets(shape, { header: this.#header, mapping, decimal });
    const done = this.#state.row;
    async function* drafts(): AsyncGenerator<RowDraft> {
      for await (const row of rows) if (row.number > done) yield draftRow(shape, row, targets);
    }
    const batches = batchesOf(drafts(), (draft) => (key === null ? null : keyOf(draft, key)));
    for await (const batch of readAhead(batches)) {
      this.#job.signal.throwIfAborted();
      await step((tx, store) => this.#take(context, batch, { tx, store, again: false }));
      this.#job.progress(this.#state.row, this.#state.total);
    }
    await this.#takeWaiting(context, targets, step);
  }

  /** Retries rows that wait for others until a pass makes no progress, then rejects the rest. */
  async #takeWaiting(context: BatchContext, targets: RowTargets, step: Step): Promise<void> {
    for (let written = -1; written !== this.#written;) {
      written = this.#written;
      await this.#eachWaiting(context, targets, (drafts) =>
        step((tx, store) => this.#take(context, drafts, { tx, store, again: true })),
      );
    }
    await this.#eachWaiting(context, targets, (drafts) =>
      step(async (tx, store) => {
        await context.lookup.look({ db: tx.db, workspaceId: this.#key.workspaceId }, drafts);
        for (const draft of drafts) refuseUnresolved(draft, context.lookup);
        await this.#keep(store, tx.now, { rejected: drafts, waiting: [] });
        return { ...this.#state, rejected: this.#state.rejected + drafts.length };
      }),
    );
  }

  async #eachWaiting(
    { shape }: BatchContext,
    targets: RowTargets,
    work: (drafts: readonly RowDraft[]) => Promise<void>,
  ): Promise<void> {
    const read = (last?: StoredRow) => {
      this.#job.signal.throwIfAborted();
      return readRows(this.#db, this.#key, { after: last?.number ?? 0, waits: true, limit: BATCH_ROWS });
    };
    for await (const rows of pagesOf({ size: BATCH_ROWS, read }))
      await work(rows.map((row) => redraftRow(shape, row, targets)));
  }

  get #written(): number {
    return this.#state.created + this.#state.updated;
  }

  async #take(
    context: BatchContext,
    batch: readonly RowDraft[],
    { tx, store, again }: { readonly tx: Transaction; readonly store: Db; readonly again: boolean },
  ): Promise<Checkpoint> {
    // The database may abort and retry the transaction, which must start from the original drafts.
    const drafts = batch.map((draft) => ({ ...draft, fields: { ...draft.fields }, faults: [...draft.faults] }));
    const outcome = await importBatch(context, tx, drafts);
    await (this.#growth ??= new Growth(context.kind.partition)).add(tx.db, outcome.created);
    if (again)
      await deleteRows(
        store,
        this.#key,
        drafts.map(({ number }) => number),
      );
    await this.#keep(store, tx.now, outcome);
    const { total, row, created, updated, rejected } = this.#state;
    return {
      total,
      row: again ? row : (drafts.at(-1)?.number ?? row),
      created: created + outcome.created,
      updated: updated + outcome.updated,
      rejected: rejected + outcome.rejected.length,
    };
  }

  async #keep(store: Db, now: Date, { rejected, waiting }: Pick<BatchOutcome, 'rejected' | 'waiting'>): Promise<void> {
    const kept = (waits: boolean) => (draft: RowDraft) => {
      const { number, source, faults: reasons } = draft;
      return { number, source, reasons, waits };
    };
    await storeRows(store, this.#key, { rows: [...rejected.map(kept(false)), ...waiting.map(kept(true))], now });
  }

  /** Stores the file of rejects and ends the import in one transaction. Without quota for the file, the import ends without it. */
  async #conclude(context: BatchContext): Promise<ImportResult> {
    const { created, updated, rejected } = this.#state;
    const end = (withFile: boolean) =>
      this.#job.transaction(async (tx) => {
        const header = this.#header;
        const rejects = withFile ? await storeRejects(context, tx, { key: this.#key, header, rejected }) : null;
        const result = { created, updated, rejected, rejects };
        await deleteChunks(tx.db, this.#key);
        await deleteRows(tx.db, this.#key);
        await this.#job.save(tx, { ...this.#state, result });
        if (!this.#job.input.dryRun) await notifyImporter(context, tx, result);
        return result;
      });
    if (rejected === 0) return end(false);
    try {
      return await end(true);
    } catch (error) {
      if (!isCubitError(error)) throw error;
      this.#job.log.warn({ err: error, job: this.#job.id }, 'the rejects of an import could not be kept');
      return end(false);
    }
  }
}

function ignore(): void {}
