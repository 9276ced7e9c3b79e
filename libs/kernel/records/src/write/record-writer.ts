import type { AnyRecord, RegisteredKind } from '@cubit/core/host';
import { createRecords } from './create-records.js';
import { LockedRecords } from './locked-records.js';
import type { CreateRequest, TrashRequest, UpdateRequest } from './record-draft.js';
import { removeRecords } from './remove-records.js';
import { restoreRecords } from './restore-records.js';
import { updateRecords } from './update-records.js';
import { type KindWrite, type WriterContext, writeOf } from './kind-write.js';

type RecordWriterOptions = Omit<WriterContext, 'locked' | 'members'> &
  Partial<Pick<WriterContext, 'locked' | 'members'>>;

/**
 * The records of one transaction. Every write of records uses this class. A request becomes a draft (as requested),
 * a change (what differs) and a row (what the table gets). Each call is a few statements, for any number of
 * records.
 */
export class RecordWriter {
  readonly locked: LockedRecords;
  readonly #context: WriterContext;

  constructor({ locked, members = new Set(), ...options }: RecordWriterOptions) {
    const { tx, workspaceId, registry } = options;
    this.locked = locked ?? new LockedRecords({ tx, workspaceId, kindOf: (id) => registry.kinds.get(id) });
    this.#context = { ...options, locked: this.locked, members };
  }

  create(kind: RegisteredKind, requests: readonly CreateRequest[], action: string | null) {
    return createRecords(this.#write(kind, action), requests);
  }

  update(kind: RegisteredKind, requests: readonly UpdateRequest[], action: string | null) {
    return updateRecords(this.#write(kind, action), requests);
  }

  remove(kind: RegisteredKind, requests: readonly TrashRequest[], action: string | null): Promise<void> {
    return removeRecords(this.#write(kind, action), requests);
  }

  restore(kind: RegisteredKind, requests: readonly TrashRequest[]): Promise<readonly AnyRecord[]> {
    return restoreRecords(this.#write(kind, null), requests);
  }

  #write(kind: RegisteredKind, action: string | null): KindWrite {
    return writeOf(this.#context, kind, action);
  }
}
