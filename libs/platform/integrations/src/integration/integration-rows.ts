import { countFrom } from '@cubit/database';
import { sql } from 'kysely';
import { notFound } from '@cubit/core';
import { filledConfig } from './checked-config.js';
import type { IntegrationRouteOptions } from './integration-route-options.js';
import type { IntegrationDatabase } from '../tables/schema.js';

export interface IntegrationRow {
  readonly id: string;
  readonly connector: string;
  readonly name: string;
  readonly config: Readonly<Record<string, unknown>>;
  readonly secret: Buffer | null;
  readonly hit_count: number;
  readonly rejected_count: number;
  readonly last_hit_at: Date | null;
  readonly created_by: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly revoked_at: Date | null;
}

const COLUMNS = [
  'id',
  'connector',
  'name',
  'config',
  'secret',
  'hit_count',
  'rejected_count',
  'last_hit_at',
  'created_by',
  'created_at',
  'updated_at',
  'revoked_at',
] as const;

export function selectIntegrations(db: IntegrationDatabase, workspaceId: string) {
  return db.selectFrom('integration').select(COLUMNS).where('workspace_id', '=', workspaceId);
}

interface Key {
  readonly workspaceId: string;
  readonly id: string;
}

/** Reads an integration. Throws `404 not_found`. */
export async function getIntegration(db: IntegrationDatabase, { workspaceId, id }: Key): Promise<IntegrationRow> {
  const row = await selectIntegrations(db, workspaceId).where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('Integration');
  return row;
}

/** Reads an integration and locks it against hits and changes until the transaction ends. Throws `404 not_found`. */
export async function lockIntegration(db: IntegrationDatabase, { workspaceId, id }: Key): Promise<IntegrationRow> {
  const row = await selectIntegrations(db, workspaceId).where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw notFound('Integration');
  return row;
}

/** Revokes the active tokens of an integration. Returns whether there was one. */
export async function revokeTokens(
  db: IntegrationDatabase,
  { workspaceId, id, at }: Key & { readonly at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('integration_token')
    .set({ revoked_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('integration_id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function countIntegrations(
  { host }: Pick<IntegrationRouteOptions, 'host'>,
  workspaceId: string,
): Promise<number> {
  return countFrom(host.services.database.db, sql`from integration where workspace_id = ${workspaceId}`);
}

/** An integration as clients see it. */
export function integrationBody({ host }: Pick<IntegrationRouteOptions, 'host'>, row: IntegrationRow) {
  const { secret, config, last_hit_at, created_at, updated_at, revoked_at, ...integration } = row;
  const connector = host.services.registry.connectors.get(row.connector);
  return {
    ...integration,
    config: connector ? filledConfig(connector.definition, config) : config,
    has_secret: secret !== null,
    last_hit_at: last_hit_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    revoked_at: revoked_at?.toISOString() ?? null,
  };
}
