import type { Generated, JSONColumnType, Kysely } from 'kysely';
import type { DatabaseSchema, Transaction } from '@cubit/database';

/** Outcome of an inbound request. */
export const OUTCOMES = ['accepted', 'duplicate', 'ignored', 'rejected'] as const;
export type Outcome = (typeof OUTCOMES)[number];

interface IntegrationTable {
  workspace_id: string;
  id: string;
  connector: string;
  name: string;
  /** Only the values that were set; defaults are added on use. */
  config: JSONColumnType<Record<string, unknown>>;
  /** Encrypted; null if there is none. */
  secret: Buffer | null;
  created_by: string;
  created_at: Date;
  updated_at: Date;
  revoked_at: Date | null;
  hit_count: Generated<number>;
  rejected_count: Generated<number>;
  last_hit_at: Date | null;
}

interface IntegrationTokenTable {
  /** SHA-256 of the token. */
  token_hash: Buffer;
  workspace_id: string;
  integration_id: string;
  created_at: Date;
  revoked_at: Date | null;
}

interface IntegrationHitTable {
  workspace_id: string;
  integration_id: string;
  id: string;
  at: Date;
  address: string;
  outcome: Outcome;
  reason: string | null;
  delivery_id: string | null;
  event_id: string | null;
}

interface IntegrationDeliveryTable {
  workspace_id: string;
  integration_id: string;
  delivery_id: string;
  /** The emitted event; null if the request was ignored. */
  event_id: string | null;
  at: Date;
}

export interface IntegrationTables {
  integration: IntegrationTable;
  integration_token: IntegrationTokenTable;
  integration_hit: IntegrationHitTable;
  integration_delivery: IntegrationDeliveryTable;
}

export type IntegrationDatabase = Kysely<DatabaseSchema & IntegrationTables>;

/** The database with the tables of this package. */
export function integrationsIn(db: Kysely<DatabaseSchema> | Transaction['db']): IntegrationDatabase {
  return db as unknown as IntegrationDatabase;
}
