import type { RawBuilder } from 'kysely';
import type { Transaction } from '@cubit/database';
import type { RegisteredKind } from '@cubit/core/host';

export interface RecordKey {
  readonly workspace_id: string;
  readonly id: string;
}

/** What is done once with the records of a kind, some at a time. */
export interface Upgrade {
  /** What was done is remembered by it. */
  readonly id: string;
  readonly kind: RegisteredKind;
  /** Which of them, of a row `r`. */
  readonly among: RawBuilder<boolean>;
  /** Handles the first of the rows: how many. At least one. */
  take(tx: Transaction, rows: readonly RecordKey[]): Promise<number>;
}
