export { connectionUrl } from './connection-url.js';
export type { DatabaseConnection, DatabaseServer } from './database-server.js';
export { DatabaseStartError } from './database-start-error.js';
export type { DatabaseStartErrorCode } from './database-start-error.js';
export { connectionBeside, hasDatabase } from './running-server.js';
export { startEmbeddedPostgres } from './start-embedded-postgres.js';
export type { EmbeddedPostgresOptions } from './start-embedded-postgres.js';
