import type { RawBuilder, Transaction as KyselyTransaction } from 'kysely';
import type { TransactionScope } from '@cubit/core/host';
import type { DatabaseSchema } from '../schema/schema.js';
import type { Session } from './session.js';
import type { Statement } from './statement.js';

/** A transaction and its connection. */
export interface Transaction extends TransactionScope {
  readonly db: KyselyTransaction<DatabaseSchema>;
  readonly session: Session;
}

/**
 * Sends a statement together with the next one of the transaction, or with the commit: for writes whose result is not read at once.
 * Statements are executed in the order in which they were deferred or executed. If it fails, the statement that it is sent with throws its
 * error, after `mapError`.
 */
export function defer<Row extends object>(
  { db, session }: Pick<Transaction, 'db' | 'session'>,
  statement: RawBuilder<Row>,
  mapError?: (error: unknown) => unknown,
): Statement<Row> {
  const { sql: text, parameters: values } = statement.compile(db);
  return session.defer<Row>({ text, values, mapError });
}
