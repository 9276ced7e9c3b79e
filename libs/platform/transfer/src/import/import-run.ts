import { isCubitError, pagesOf } from '@cubit/core';
import type { CapabilityHost } from '@cubit/runtime';
import type { Database, Transaction } from '@cubit/database';
import type { JobContext } from '@cubit/jobs';
import { deleteChunks, readChunks, type ImportKey } from '../source/import-chunks.js';
import { deleteRows, storeRows, readRows, type StoredRow } from '../source/import-rows.js';
import { readSource } from '../source/read-source.js';
import { type BatchContext, type ImportMemory, NO_MEMORY } from './batch-context.js';
import { BATCH_ROWS, batchesOf, readAhead } from './batches.js';
import { ambiguityOf, stylesOf } from './column-choices.js';
import { enterImport } from './enter-import.js';
import { FileReading, type FileFacts } from './file-facts.js';
import { Growth } from './growth.js';
import { importBatch, type BatchOutcome } from './import-batch.js';
import {
  addNotes,
  addWarnings,
  NO_PROGRESS,
  withNotes,
  type Checkpoint,
  type ImportInput,
  type ImportResult,
} from './import-input.js';
import { keyOf } from './match-rows.js';
import { MemberUse } from './member-use.js';
import { openRows, type OpenRows } from './open-rows.js';
import { notifyImporter } from './notify-importer.js';
import { recognised } from './recognise-file.js';
import { firstRejected, storeRejects } from './rejects-file.js';
import { draftRow, redraftRow } from './draft-row.js';
import { copyDraft, type RowDraft } from './row-draft.js';
import { rowTargets, type RowTargets } from './row-targets.js';
import { addCounts, NO_VALUES, type ValueCounts } from './row-values.js';
import { RolledBack } from './rolled-back.js';

type Db = Database['db'];
/** A part of the import: reads and writes records through `tx`, and stores rejected rows through `store`. */
type Work = (tx: Transaction, store: Db) => Promise<Checkpoint>;
/** Runs a part of the import, or its dry run. */
type Step = (work: Work) => Promise<void>;

interface TakeOptions {
  readonly tx: Transaction;
  readonly store: Db;
  /** The rows waited for others. */
  readonly again: boolean;
  /** No other row may create what they refer to. */
  readonly isLast: boolean;
}

/** Runs one import, from the beginning or after the last committed batch. */
export class ImportRun {
  readonly #host: CapabilityHost;
  readonly #job: JobContext<ImportInput>;
  readonly #input: ImportInput;
  readonly #key: ImportKey;
  #state: Checkpoint;
  #memory: ImportMemory = NO_MEMORY;
  #seen: ImportMemory = NO_MEMORY;
  #header: readonly string[] | null = null;
  #growth: Growth | null = null;

  constructor(host: CapabilityHost, job: JobContext<ImportInput>) {
    this.#host = host;
    this.#job = job;
    this.#input = { ...EARLIER_INPUT, ...job.input };
    this.#key = { workspaceId: job.workspaceId, importId: job.id };
    const begun = job.checkpoint as Checkpoint | null;
    // An interrupted dry run left no checkpoint.
    this.#state =
      begun && (begun.result || !job.input.dryRun) ? { ...NO_PROGRESS, ...begun, facts: factsOf(begun) } : NO_PROGRESS;
  }

  async run(): Promise<ImportResult> {
    if (this.#state.result) return this.#state.result;
    const { id, workspaceId, createdBy } = this.#job;
    const entered = await enterImport(this.#host, { id, workspaceId, createdBy, input: this.#input });
    // Merged rows cannot be continued in the middle of a file. A record is set by its first rows, so they can be written again.
    if (entered.node.importing.merge?.sum !== undefined) {
      const { facts, wrote } = this.#state;
      this.#state = { ...NO_PROGRESS, facts, wrote };
    }
    const facts = this.#state.facts ?? (await this.#readOnce(entered));
    this.#state = { ...this.#state, facts };
    const ambiguity = ambiguityOf(facts.choices, { isRehearsal: this.#input.dryRun });
    if (ambiguity) throw ambiguity;
    const context = { ...entered, digest: facts.digest };
    const defaults = await recognised(context, { db: this.#db, facts, input: this.#input });
    if (this.#input.dryRun) await this.#rehearse(context, defaults);
    else await this.#work(context, defaults, this.#commit(context));
    return this.#conclude(context);
  }

  get #db(): Db {
    return this.#host.services.database.db;
  }

  async #read({ node }: Pick<BatchContext, 'node'>, use?: MemberUse): Promise<OpenRows> {
    const { mapping, path } = this.#input;
    const source = await readSource(readChunks(this.#db, this.#key), this.#input);
    const open = await openRows(source, { node, mapping, path, ...(use ? { use } : {}) });
    this.#header = open.header;
    return open;
  }

  #targets(
    { node }: Pick<BatchContext, 'node'>,
    { header, reader }: Pick<OpenRows, 'header' | 'reader'>,
    defaults: ImportInput['defaults'],
  ): RowTargets {
    const { mapping, currency, fallbackCurrency, idColumn } = this.#input;
    const { total = 0, values, choices = [], titles = [] } = this.#state.facts ?? {};
    const { decimal, dates } = this.#input;
    const styles = stylesOf(choices, { decimal, dates, titles });
    const isRead = reader !== null;
    return rowTargets(node, {
      header,
      mapping,
      styles,
      idColumn,
      defaults,
      currency,
      fallbackCurrency,
      isRead,
      share: { values: values?.used ?? 0, rows: total },
    });
  }

  /** Reads the whole file once before the first row is imported, so that a damaged file imports nothing. */
  async #readOnce(context: BatchContext): Promise<FileFacts> {
    const use = new MemberUse();
    const open = await this.#read(context, use);
    const { defaults, decimal, dates, format } = this.#input;
    const given = { decimal, dates };
    const reading = new FileReading(this.#targets(context, open, defaults), { given, isTyped: format === 'xlsx', use });
    for await (const row of open.rows) {
      reading.see(row);
      if (row.number % BATCH_ROWS === 0) this.#job.signal.throwIfAborted();
    }
    return reading.facts();
  }

  #commit(context: BatchContext): Step {
    return async (work) => {
      try {
        this.#state = await this.#job.transaction(async (tx) => {
          const state = await work(tx, tx.db);
          await this.#job.save(tx, state);
          return state;
        });
        this.#memory = this.#seen;
      } catch (error) {
        context.lookup.forget();
        throw error;
      }
    };
  }

  /** Runs the import in one transaction that is rolled back, so that rows see earlier rows. Rejected rows are stored outside of it. */
  async #rehearse(context: BatchContext, defaults: ImportInput['defaults']): Promise<void> {
    const begun = this.#state;
    try {
      await this.#host.services.database.transaction(async ({ db, session, now }) => {
        this.#state = begun;
        this.#memory = NO_MEMORY;
        context.lookup.forget();
        await deleteRows(this.#db, this.#key);
        await this.#work(context, defaults, async (work) => {
          // Discard work deferred to the commit, which never happens; it would stay in memory until the last row.
          const part = { db, session, now, eventIds: [], beforeCommit: ignore, afterCommit: ignore };
          this.#state = await work(part, this.#db);
          this.#memory = this.#seen;
        });
        throw new RolledBack('The dry run is rolled back.');
      });
    } catch (error) {
      if (!(error instanceof RolledBack)) throw error;
    }
  }

  async #work(context: BatchContext, defaults: ImportInput['defaults'], step: Step): Promise<void> {
    const { key } = context;
    const open = await this.#read(context);
    const targets = this.#targets(context, open, defaults);
    const done = this.#state.row;
    async function* drafts(): AsyncGenerator<RowDraft> {
      for await (const row of open.rows) if (row.number > done) yield draftRow(row, targets);
    }
    const batches = batchesOf(drafts(), (draft) => (key === null ? null : keyOf(draft, key)));
    for await (const batch of readAhead(batches)) {
      this.#job.signal.throwIfAborted();
      await step((tx, store) => this.#take(context, batch, { tx, store, again: false, isLast: false }));
      this.#job.progress(this.#state.row, this.#state.facts?.total ?? 0);
    }
    await this.#takeWaiting(context, targets, step);
  }

  /** Retries rows that wait for others until a pass makes no progress. Then what they refer to is created, or they are rejected. */
  async #takeWaiting(context: BatchContext, targets: RowTargets, step: Step): Promise<void> {
    for (let written = -1; written !== this.#written;) {
      written = this.#written;
      await this.#eachWaiting(targets, (drafts) =>
        step((tx, store) => this.#take(context, drafts, { tx, store, again: true, isLast: false })),
      );
    }
    await this.#eachWaiting(targets, (drafts) =>
      step((tx, store) => this.#take(context, drafts, { tx, store, again: true, isLast: true })),
    );
  }

  async #eachWaiting(targets: RowTargets, work: (drafts: readonly RowDraft[]) => Promise<void>): Promise<void> {
    const read = (last?: StoredRow) => {
      this.#job.signal.throwIfAborted();
      return readRows(this.#db, this.#key, { after: last?.number ?? 0, waits: true, limit: BATCH_ROWS });
    };
    for await (const rows of pagesOf({ size: BATCH_ROWS, read }))
      await work(rows.map((row) => redraftRow(row, targets)));
  }

  get #written(): number {
    return this.#state.created + this.#state.updated + this.#state.unchanged;
  }

  async #take(
    context: BatchContext,
    batch: readonly RowDraft[],
    { tx, store, again, isLast }: TakeOptions,
  ): Promise<Checkpoint> {
    // The database may abort and retry the transaction, which must start from the original drafts.
    const drafts = batch.map(copyDraft);
    const outcome = await importBatch(context, tx, { drafts, memory: this.#memory, isLast });
    this.#seen = outcome.memory;
    await (this.#growth ??= new Growth(context.kind.partition)).add(tx.db, outcome.created);
    if (again)
      await deleteRows(
        store,
        this.#key,
        drafts.map(({ number }) => number),
      );
    await this.#keep(store, tx.now, outcome);
    const waits = new Set(outcome.waiting.map(({ number }) => number));
    const ended = drafts.filter(({ number }) => !waits.has(number));
    const warned = ended.filter(({ faults }) => faults.length === 0);
    return {
      ...advanced(this.#state, outcome),
      row: again ? this.#state.row : (drafts.at(-1)?.number ?? this.#state.row),
      warnings: addWarnings(
        this.#state.warnings,
        warned.flatMap(({ warnings }) => warnings),
      ),
      values: ended.map(valuesOf).reduce(addCounts, this.#state.values),
      notes: addNotes(this.#state.notes, warned),
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
    const { facts, created, updated, unchanged, skipped, not_fitted, excluded, rejected, records } = this.#state;
    const { values, warnings, notes } = this.#state;
    const header = this.#header;
    const { choices: columns = [], ignored = [], values: { unused = 0 } = {} } = facts ?? {};
    const end = (withFile: boolean) =>
      this.#job.transaction(async (tx) => {
        const rejects = withFile ? await storeRejects(context, tx, { key: this.#key, header, rejected }) : null;
        const counts = {
          rows: facts?.total ?? 0,
          created,
          updated,
          unchanged,
          skipped,
          not_fitted,
          excluded,
          rejected,
        };
        const { encoding, reading } = this.#input;
        const result = {
          ...counts,
          values: addCounts(values, { ...NO_VALUES, ignored: unused }),
          encoding,
          reading,
          columns,
          rejects,
          rejected_rows: rejected === 0 ? [] : await firstRejected(tx.db, this.#key),
          records,
          ignored,
          warnings: withNotes(warnings, notes),
        };
        await deleteChunks(tx.db, this.#key);
        await deleteRows(tx.db, this.#key);
        await this.#job.save(tx, { ...this.#state, result });
        if (!this.#input.dryRun) await notifyImporter(context, tx, result);
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

function valuesOf({ values, isEmpty, faults }: RowDraft): ValueCounts {
  return values.counts(!isEmpty && faults.length === 0);
}

function advanced(state: Checkpoint, outcome: BatchOutcome): Checkpoint {
  const records = { ...state.records };
  for (const [kind, count] of outcome.records) records[kind] = (records[kind] ?? 0) + count;
  const written = outcome.created + outcome.updated + outcome.records.size;
  return {
    ...state,
    records,
    wrote: state.wrote || written > 0,
    created: state.created + outcome.created,
    updated: state.updated + outcome.updated,
    unchanged: state.unchanged + outcome.unchanged,
    skipped: state.skipped + outcome.skipped,
    not_fitted: state.not_fitted + outcome.not_fitted,
    excluded: state.excluded + outcome.excluded,
    rejected: state.rejected + outcome.rejected.length,
  };
}

/** What jobs of an earlier version do not say. */
const EARLIER_INPUT = { reading: 'foreign', dates: null, path: null } as const;

/** Null for those of an earlier version, which did not decide by the column: the file is read again. */
function factsOf({ facts }: Checkpoint): FileFacts | null {
  return facts && 'choices' in facts ? facts : null;
}

function ignore(): void {}
