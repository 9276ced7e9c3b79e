import { sql, type RawBuilder } from 'kysely';
import { notFound } from '@cubit/core';
import type { Priority, Registry } from '@cubit/core/host';
import { FAILING_AFTER } from '../delivery/record-outcome.js';
import type { NotificationDatabase } from '../tables/schema.js';
import type { ChannelConfig, ChannelConfigs } from './channel-configs.js';

export interface ChannelRow {
  readonly workspace_id: string;
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly enabled: boolean;
  /** Encrypted. */
  readonly config: Buffer;
  readonly events: readonly string[] | null;
  readonly min_priority: Priority;
  readonly failures_in_row: number;
  readonly failing_since: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

interface ReadChannels {
  readonly workspaceId: string;
  readonly condition?: RawBuilder<unknown>;
  readonly limit: number;
  /** Locks the rows until the transaction ends. */
  readonly lock?: boolean;
}

/** Channels of a workspace, oldest first. */
export async function readChannels(
  db: NotificationDatabase,
  { workspaceId, condition = sql`true`, limit, lock = false }: ReadChannels,
): Promise<readonly ChannelRow[]> {
  const { rows } = await sql<ChannelRow>`
    select workspace_id, id, type, name, enabled, config, events, min_priority, failures_in_row, failing_since, created_at, updated_at
    from notification_channel where workspace_id = ${workspaceId} and deleted_at is null and ${condition}
    order by id limit ${limit} ${lock ? sql`for update` : sql``}`.execute(db);
  return rows;
}

export async function requireChannel(
  db: NotificationDatabase,
  { workspaceId, id, lock = false }: { readonly workspaceId: string; readonly id: string; readonly lock?: boolean },
): Promise<ChannelRow> {
  const [row] = await readChannels(db, { workspaceId, condition: sql`id = ${id}`, limit: 1, lock });
  if (!row) throw notFound('Channel');
  return row;
}

export function configOf({ config, workspace_id, id }: ChannelRow, configs: ChannelConfigs): ChannelConfig {
  return configs.open(config, { workspaceId: workspace_id, id });
}

/** A configuration with masked secrets; empty if its type is not installed any more. */
export function shownConfig(row: ChannelRow, configs: ChannelConfigs, registry: Registry): ChannelConfig {
  const definition = registry.channels.get(row.type)?.definition;
  return definition ? definition.show(configOf(row, configs)) : {};
}

/** A channel as admins see it. */
export function channelBody(row: ChannelRow, configs: ChannelConfigs, registry: Registry) {
  const { id, type, name, enabled, events, min_priority, failures_in_row, failing_since, created_at, updated_at } = row;
  return {
    id,
    type,
    name,
    enabled,
    config: shownConfig(row, configs, registry),
    events,
    min_priority,
    failing:
      failing_since === null || failures_in_row < FAILING_AFTER
        ? null
        : { since: failing_since.toISOString(), failures: failures_in_row },
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
  };
}
