import type { AnyRecord, RegisteredKind } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';
import { readRecords, recordOf, shapeIn, storedReferencesOf } from '@cubit/records';
import { type Candidate, createdByUndo } from './import-changes.js';
import { enterPart, type UndoContext } from './undo-context.js';

interface Entry {
  readonly id: string;
  readonly of: RegisteredKind;
  /** Ids of the records that it is about. */
  readonly about: readonly string[];
}

type Ids = ReadonlySet<string>;

/**
 * The ledger entries of one step: those that the import made, and those that the undo makes by taking its records back. Both are deleted
 * where all records that they are about are taken back; otherwise both stay, so that the ledger is right.
 */
export class LedgerEntries {
  readonly #context: UndoContext;
  readonly #kinds: readonly RegisteredKind[];
  readonly #open = new Map<string, Entry>();
  readonly #known = new Set<string>();

  constructor(context: UndoContext, entries: readonly Candidate[]) {
    this.#context = context;
    this.#kinds = [...new Set(entries.map(({ of }) => of))];
    for (const { of, record } of entries) this.#add(of, record);
  }

  /** Finds the entries that the undo has made since. */
  async find(tx: Transaction): Promise<void> {
    if (this.#kinds.length === 0) return;
    const kinds = this.#kinds.map(({ id }) => id);
    const made = await createdByUndo(tx.db, this.#context, { now: tx.now, kinds });
    for (const of of this.#kinds) {
      const ids = made.flatMap(({ id, kind }) => (kind === of.id && !this.#known.has(id) ? [id] : []));
      const rows = await readRecords(tx.db, of, { workspaceId: this.#context.workspace.id, ids });
      for (const row of rows) this.#add(of, recordOf(of.id, row));
    }
  }

  /** Deletes the entries about records that go now, unless they are also about one that stays or is still to go. */
  async removeAbout(part: Transaction, going: Ids, staying: Ids): Promise<void> {
    await this.#remove(part, this.#onlyAbout(going, staying));
  }

  /** Forgets the entries that `removeAbout` deleted, once what it belongs to was not refused. */
  forgetAbout(gone: Ids, staying: Ids): void {
    for (const { id } of this.#onlyAbout(gone, staying)) this.#open.delete(id);
  }

  /** Deletes the entries that are about no record that stays. */
  async removeRest(tx: Transaction, staying: Ids): Promise<void> {
    await this.#remove(
      tx,
      [...this.#open.values()].filter(({ about }) => !about.some((id) => staying.has(id))),
    );
  }

  #add(of: RegisteredKind, record: AnyRecord): void {
    const shape = shapeIn(this.#context.workspace.schema, of);
    const fields = record.fields as Readonly<Record<string, unknown>>;
    const about = storedReferencesOf(shape, fields).map(({ id }) => id);
    this.#known.add(record.id);
    this.#open.set(record.id, { id: record.id, of, about });
  }

  async #remove(tx: Transaction, entries: readonly Entry[]): Promise<void> {
    for (const [of, group] of Map.groupBy(entries, (entry) => entry.of))
      await enterPart(this.#context, tx).writer.remove(
        of,
        group.map(({ id }) => ({ id })),
        null,
      );
  }

  #onlyAbout(ids: Ids, staying: Ids): readonly Entry[] {
    return [...this.#open.values()].filter(
      ({ about }) => about.some((id) => ids.has(id)) && !about.some((id) => staying.has(id)),
    );
  }
}
