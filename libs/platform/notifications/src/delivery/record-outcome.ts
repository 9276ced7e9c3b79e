import { sql } from 'kysely';
import type { CapabilityHost } from '@cubit/runtime';
import type { Transaction } from '@cubit/database';
import { SYSTEM_ACTOR } from '@cubit/core/host';
import { channelFailing, deliveryFailed } from '../module/events.js';
import { notificationsModule } from '../module/notifications.module.js';
import { notificationsIn } from '../tables/schema.js';
import type { ClaimedDelivery } from './claim.js';
import type { DeliveryResult } from './channel-context.js';

/** Number of failures in a row after which administrators are notified. */
export const FAILING_AFTER = 50;

export interface DeliveryAttempt {
  readonly workspaceId: string;
  /** One delivery, or all deliveries of a digest. */
  readonly deliveries: readonly [ClaimedDelivery, ...ClaimedDelivery[]];
  readonly outcome: DeliveryResult;
  readonly durationMs: number;
  readonly owner: string;
}

/**
 * Records the outcome of deliveries and emits events about failures. Also corrects a delivery that was marked `unknown` meanwhile. A delivery
 * of another process stays unchanged.
 */
export async function recordOutcome(host: CapabilityHost, attempt: DeliveryAttempt): Promise<void> {
  const { workspaceId, deliveries, outcome, durationMs, owner } = attempt;
  const [{ channel }] = deliveries;
  const ids = deliveries.map(({ id }) => id);
  await host.services.database.transaction(async (tx) => {
    const { numAffectedRows = 0n } = await sql`
      update notification_delivery set state = ${outcome.state}, status = ${outcome.status}, error = ${outcome.error},
        duration_ms = ${durationMs}, at = ${tx.now}, lease_until = null
      where workspace_id = ${workspaceId} and channel_id = ${channel.id} and notification_id = any(${ids}::uuid[])
        and owner = ${owner} and state in ('sending', 'unknown')`.execute(tx.db);
    if (numAffectedRows === 0n) return;
    if (outcome.state === 'delivered') return resetFailures(tx, workspaceId, channel.id);
    await recordFailure(host, tx, attempt);
  });
}

async function resetFailures(tx: Transaction, workspaceId: string, channelId: string): Promise<void> {
  await sql`update notification_channel set failures_in_row = 0, failing_since = null
    where workspace_id = ${workspaceId} and id = ${channelId} and failures_in_row > 0`.execute(tx.db);
}

async function recordFailure(host: CapabilityHost, tx: Transaction, attempt: DeliveryAttempt): Promise<void> {
  const { workspaceId, deliveries, outcome } = attempt;
  const [{ channel, workspace, event_type }] = deliveries;
  const { rows } = await sql<{ failures: number }>`
    update notification_channel set failures_in_row = failures_in_row + 1, failing_since = coalesce(failing_since, ${tx.now})
    where workspace_id = ${workspaceId} and id = ${channel.id} returning failures_in_row as failures`.execute(tx.db);
  if (!workspace || channel.deleted) return;
  const { schema_version: schemaVersion, ...named } = workspace;
  const access = await host.services.workspaces.systemAccess(tx.db, { ...named, schemaVersion });
  const context = host.enter({ tx, workspace: access, actor: SYSTEM_ACTOR }).contextOf(notificationsModule.name, null);
  const about = { channelId: channel.id, channelName: channel.name, reason: outcome.error ?? '' };
  // Prevents a loop: a wire that reacts to this event may notify through the same failing channel.
  if (!event_type.startsWith(`${notificationsModule.name}.`))
    for (const delivery of deliveries)
      context.emit(deliveryFailed, {
        ...about,
        notificationId: delivery.id,
        state: outcome.state === 'refused' ? 'refused' : 'failed',
      });
  if (rows[0]?.failures !== FAILING_AFTER) return;
  const admins = await notificationsIn(tx.db)
    .selectFrom('member')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('role', 'in', ['admin', 'owner'])
    .execute();
  const adminIds = admins.map((admin) => admin.user_id);
  context.emit(channelFailing, { ...about, failures: FAILING_AFTER, adminIds });
}
