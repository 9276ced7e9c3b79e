import { sql, type RawBuilder } from 'kysely';
import { defer, type Transaction } from '@cubit/database';
import type { RecordFeed } from '../events/record-feed.js';
import { insertEvents, type PendingEvent } from '../events/outbox.js';
import { type JournalContent, writeJournals, writeReferences } from '../write/journal.js';
import { LockedRecords } from '../write/locked-records.js';
import type { TransactionOrigin } from '../write/transaction-origin.js';
import type { Registry } from '@cubit/core/host';

/** What one workspace transaction has collected to be written before the commit. */
export interface CollectedWrites extends JournalContent {
  readonly origin: TransactionOrigin;
  readonly events: readonly PendingEvent[];
}

interface TransactionBatchOptions {
  readonly tx: Transaction;
  readonly workspaceId: string;
  readonly services: { readonly registry: Registry; readonly feed: RecordFeed };
}

/**
 * Several workspace transactions on one database transaction, one after the other, each in a savepoint: what they collect is written in one
 * statement at the end, and records that one has locked are not read again by the next. Call `keep` after each that succeeds, `drop` after
 * each that is rolled back, and `flush` at the end.
 */
export class TransactionBatch {
  readonly locked: LockedRecords;
  /** Members of the workspace that were found in this transaction. */
  readonly members = new Set<string>();
  readonly #tx: Transaction;
  readonly #workspaceId: string;
  readonly #feed: RecordFeed;
  #kept: CollectedWrites[] = [];
  #current: CollectedWrites[] = [];
  /** Kept writes from before the current part wrote their references. */
  #unwritten: CollectedWrites[] | null = null;

  constructor({ tx, workspaceId, services: { registry, feed } }: TransactionBatchOptions) {
    this.#tx = tx;
    this.#workspaceId = workspaceId;
    this.#feed = feed;
    this.locked = new LockedRecords({ tx, workspaceId, kindOf: (id) => registry.kinds.get(id) });
  }

  /** Everything that is collected and not written yet, in order. */
  get pending(): readonly CollectedWrites[] {
    return [...this.#kept, ...this.#current];
  }

  add(writes: CollectedWrites): void {
    this.#current.push(writes);
  }

  keep(): void {
    this.#kept.push(...this.#current);
    this.#current = [];
    this.#unwritten = null;
  }

  /** Rolled back: what the current part collected, locked and wrote is void. */
  drop(): void {
    this.#current = [];
    if (this.#unwritten) this.#kept = this.#unwritten;
    this.#unwritten = null;
    this.locked.forget();
    this.members.clear();
  }

  /** Writes the references of the earlier parts, for a read that goes by the table of references. */
  writeReferences(): void {
    const statements = writeReferences(this.#workspaceId, this.#kept);
    if (statements.length === 0) return;
    deferTogether(this.#tx, statements);
    this.#unwritten ??= this.#kept;
    this.#kept = this.#kept.map((writes) => ({
      ...writes,
      references: { added: new Map(), removed: new Map() },
    }));
  }

  flush(): void {
    const writes = this.pending;
    this.#kept = [];
    this.#current = [];
    writeCollected(this.#tx, { workspaceId: this.#workspaceId, feed: this.#feed }, writes);
  }
}

/** Writes history, references, search rows and events in one statement, which is sent with the next one, and reports the written records to other processes. */
export function writeCollected(
  tx: Transaction,
  { workspaceId, feed }: { readonly workspaceId: string; readonly feed: RecordFeed },
  writes: readonly CollectedWrites[],
): void {
  const events = writes.flatMap(({ origin, events: emitted }) => emitted.map((row) => ({ origin, row })));
  const reported = feed.report(
    tx,
    workspaceId,
    writes.flatMap(({ written }) => written),
  );
  // The report is last: as a part of a larger statement, PostgreSQL would not execute it.
  deferTogether(tx, [
    ...writeJournals(workspaceId, writes),
    ...insertEvents(workspaceId, events),
    ...(reported ? [reported] : []),
  ]);
}

function deferTogether(tx: Transaction, statements: readonly RawBuilder<unknown>[]): void {
  const parts = [...statements];
  const last = parts.pop();
  if (!last) return;
  const named = parts.map((part, index) => sql`${sql.raw(`part_${index}`)} as (${part})`);
  defer(tx, named.length === 0 ? sql<object>`${last}` : sql<object>`with ${sql.join(named)} ${last}`);
}
