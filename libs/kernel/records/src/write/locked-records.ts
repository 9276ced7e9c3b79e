import { sql } from 'kysely';
import type { AnyRecord, RegisteredKind } from '@cubit/core/host';
import { oneOf, type Transaction } from '@cubit/database';
import { readRecords } from '../read/read-record.js';
import { recordOf } from '../read/record-row.js';

type Strength = 'update' | 'delete';

interface LockedRecordsOptions {
  readonly tx: Transaction;
  readonly workspaceId: string;
  readonly kindOf: (id: string) => RegisteredKind | undefined;
}

/** The records that one transaction has locked or written, in their present state. Each is read once. */
export class LockedRecords {
  readonly #records = new Map<
    string,
    { readonly kind: string; readonly record: AnyRecord; readonly strength: Strength }
  >();
  readonly #tx: Transaction;
  readonly #workspaceId: string;

  readonly #kindOf: (id: string) => RegisteredKind | undefined;

  constructor({ tx, workspaceId, kindOf }: LockedRecordsOptions) {
    this.#tx = tx;
    this.#workspaceId = workspaceId;
    this.#kindOf = kindOf;
  }

  get(id: string): AnyRecord | undefined {
    return this.#records.get(id)?.record;
  }

  put(kind: RegisteredKind, record: AnyRecord): void {
    this.#records.set(record.id, {
      kind: kind.id,
      record,
      strength: this.#records.get(record.id)?.strength ?? 'update',
    });
  }

  /** Forgets what is known of the records, not their locks: after a rollback to a savepoint. */
  forget(): void {
    this.#records.clear();
  }

  /** Locks live records against other writers until the transaction ends. */
  async lock(
    kind: RegisteredKind,
    ids: readonly string[],
    strength: Strength = 'update',
  ): Promise<ReadonlyMap<string, AnyRecord>> {
    await this.#lockRows(kind, ids, strength);
    return this.#pick(kind, ids, (record) => record.deleted_at === null);
  }

  async lockTrashed(kind: RegisteredKind, ids: readonly string[]): Promise<ReadonlyMap<string, AnyRecord>> {
    await this.#lockRows(kind, ids, 'delete');
    return this.#pick(kind, ids, (record) => record.deleted_at !== null);
  }

  async #lockRows(kind: RegisteredKind, ids: readonly string[], strength: Strength): Promise<void> {
    const open = [...new Set(ids)].filter((id) => {
      const known = this.#records.get(id);
      return !known || (strength === 'delete' && known.strength === 'update');
    });
    await this.#lockOwners(kind, open);
    const rows = await readRecords(this.#tx.db, kind, { workspaceId: this.#workspaceId, ids: open, lock: strength });
    for (const row of rows) this.#records.set(row.id, { kind: kind.id, record: recordOf(kind.id, row), strength });
  }

  /** Locks the records that the kind's `lockAfter` refers to. That reference is fixed, so it can be read before the lock. */
  async #lockOwners(
    { definition, partition, id: kindId, shape }: RegisteredKind,
    ids: readonly string[],
  ): Promise<void> {
    const field = definition.lockAfter;
    if (field === undefined) return;
    const unknown = ids.filter((id) => {
      const fields = this.#records.get(id)?.record.fields as Readonly<Record<string, unknown>> | undefined;
      return !this.#records.has(String(fields?.[field]));
    });
    const owner = this.#kindOf(shape.references.find(({ name }) => name === field)?.kind ?? '');
    if (unknown.length === 0 || !owner) return;
    const among = sql`(select (fields->>${sql.lit(field)})::uuid from ${sql.table(partition)}
      where workspace_id = ${this.#workspaceId} and kind = ${sql.lit(kindId)} and ${oneOf('id', unknown, 'uuid')})`;
    const rows = await readRecords(this.#tx.db, owner, { workspaceId: this.#workspaceId, ids: among, lock: 'update' });
    for (const row of rows)
      if (!this.#records.has(row.id))
        this.#records.set(row.id, { kind: owner.id, record: recordOf(owner.id, row), strength: 'update' });
  }

  #pick(
    kind: RegisteredKind,
    ids: readonly string[],
    wanted: (record: AnyRecord) => boolean,
  ): ReadonlyMap<string, AnyRecord> {
    const found = new Map<string, AnyRecord>();
    for (const id of ids) {
      const known = this.#records.get(id);
      if (known && known.kind === kind.id && wanted(known.record)) found.set(id, known.record);
    }
    return found;
  }
}
