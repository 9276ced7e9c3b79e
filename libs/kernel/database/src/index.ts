/** The database: connections and transactions, tables and their migrations, idempotent requests. */
export { countFrom, countRows } from './connection/count-rows.js';
export { Database } from './connection/database.js';
export { type DatabaseRequest, defineRoute } from './connection/define-route.js';
export { isStatementTimeout, outageOf, violatedIndex } from './connection/faults.js';
export { Listener } from './connection/listener.js';
export { oneOf } from './connection/one-of.js';
export type { ConnectionSettings, PoolOptions } from './connection/pool.js';
export { type StatementClass, withStatementClass } from './connection/statement-class.js';
export { inSavepoint } from './connection/savepoint.js';
export type { StatementConnection } from './connection/statement-pool.js';
export type { Transaction } from './connection/transaction.js';
export { asClientError, asTooCostly, asUnavailable, isUnavailable } from './connection/unavailable.js';
export {
  columnType,
  customFieldOf,
  customIndexName,
  customIndexPrefix,
  indexExpression,
  schemaOfDefinition,
} from './fields/custom-field.js';
export { dropFieldIndexes } from './fields/drop-indexes.js';
export { celColumnOf, columnExpression, expressionText, fieldExpression } from './fields/field-columns.js';
export { readIdempotencyKey } from './idempotency/idempotency-key.js';
export { purgeIdempotencyKeys } from './idempotency/purge-idempotency-keys.js';
export { hashRequest, type IdempotentRequest, runIdempotently } from './idempotency/run-idempotently.js';
export { KERNEL_MIGRATIONS, migrate, type MigrationSet } from './schema/migrate.js';
export type { DatabaseSchema } from './schema/schema.js';
export { ensureExtensions } from './tables/ensure-extensions.js';
export { ensureKindViews, READER_ROLE, type ViewOptions } from './tables/kind-views.js';
export { ensurePartitions, keysOf, uniqueIndexName } from './tables/partitions.js';
