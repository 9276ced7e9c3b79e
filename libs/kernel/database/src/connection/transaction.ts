import type { Transaction as KyselyTransaction } from 'kysely';
import type { TransactionScope } from '@cubit/core/host';
import type { DatabaseSchema } from '../schema/schema.js';

/** A transaction and its connection. */
export interface Transaction extends TransactionScope {
  readonly db: KyselyTransaction<DatabaseSchema>;
}
