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
export type { Session } from './connection/session.js';
export { sessionIn } from './connection/statement-driver.js';
export { defer, type Transaction } from './connection/transaction.js';
export { asClientError, asTooCostly, asUnavailable, isUnavailable } from './connection/unavailable.js';
export {
  customFieldOf,
  customIndexName,
  customIndexPrefix,
  indexExpression,
  schemaOfDefinition,
} from './fields/custom-field.js';
export { dropFieldIndexes } from './fields/drop-indexes.js';
export {
  celColumnOf,
  columnExpression,
  expressionText,
  FIELD_COLUMNS,
  fieldExpression,
  keyText,
  referredIdText,
  TITLE_ORDER,
} from './fields/field-columns.js';
export { readIdempotencyKey } from './idempotency/idempotency-key.js';
export { purgeIdempotencyKeys } from './idempotency/purge-idempotency-keys.js';
export { hashRequest, type IdempotentRequest, runIdempotently } from './idempotency/run-idempotently.js';
export { type Release, ReleaseConflictError, releaseOf } from './schema/level.js';
export {
  dueMigrations,
  isMigrationDue,
  KERNEL_MIGRATIONS,
  migrate,
  type MigrateOptions,
  type MigrationSet,
} from './schema/migrate.js';
export type { DatabaseSchema, DisplayContent } from './schema/schema.js';
export { analyzeSample } from './tables/analyze-sample.js';
export { ensureDefaultTriggers, type KindDefaults } from './tables/default-triggers.js';
export { ensureExtensions, extensionsMend, missingExtensions } from './tables/ensure-extensions.js';
export { ensureKindViews, READER_ROLE, type ViewOptions } from './tables/kind-views.js';
export { ensurePartitions, indexKeys, keysOf, uniqueIndexName } from './tables/partitions.js';
