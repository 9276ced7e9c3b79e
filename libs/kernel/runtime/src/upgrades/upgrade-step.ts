import type { RawBuilder } from 'kysely';
import type { Transaction } from '@cubit/database';
import type { RegisteredKind } from '@cubit/core/host';

export interface RecordKey {
  readonly workspace_id: string;
  readonly id: string;
}

/** An operation that runs once for the records of a kind, some at a time. */
export interface Upgrade {
  /** Identifies the completed upgrade. */
  readonly id: string;
  readonly kind: RegisteredKind;
  /** The condition for a row `r` to be included. */
  readonly among: RawBuilder<boolean>;
  /** Handles the first of the rows, at least one. Returns their number. */
  take(tx: Transaction, rows: readonly RecordKey[]): Promise<number>;
}
