import type { Generated, JSONColumnType, Kysely } from 'kysely';
import type { DatabaseSchema, Transaction } from '@cubit/core';

/** What became of a hit. */
export const OUTCOMES = ['accepted', 'duplicate', 'ignored', 'rejected'] as const;
export type Outcome = (typeof OUTCOMES)[number];

interface IntegrationTable {
  workspace_id: string;
  id: string;
  connector: string;
  name: string;
  /** Only what was set: defaults are filled in when it is used. */
  config: JSONColumnType<Record<string, unknown>>;
  /** Sealed. Null: there is none. */
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
  /** SHA-256. */
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
  /** The event that it became; null where it became none. */
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
