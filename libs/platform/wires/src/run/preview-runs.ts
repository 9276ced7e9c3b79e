import type { Transaction } from '@cubit/database';
import type { WorkspaceAccess } from '@cubit/core/host';
import type { CapabilityHost } from '@cubit/runtime';
import { blockedBy } from '../definition/blocked-by.js';
import { CheckedWires } from '../definition/checked-wires.js';
import { DefaultWires } from '../dispatch/default-wires.js';
import { wiresIn } from '../tables/schema.js';
import { evaluateWire } from './evaluate-wire.js';
import type { LoadedEvent } from './loaded-run.js';

/** A wire that would run if the transaction were committed. */
export interface PreviewedRun {
  readonly id: string;
  readonly name: string;
  /** Name of the event that would trigger it. */
  readonly event: string;
  readonly action: string;
  /** Ids of the targets; null if the action takes no record. */
  readonly records: readonly string[] | null;
}

export type RunPreview = (
  tx: Transaction,
  workspace: WorkspaceAccess,
  eventIds: readonly string[],
) => Promise<readonly PreviewedRun[]>;

/** Finds the wires that would run on the events that an uncommitted transaction has written. Wires in turn of those are not followed. */
export function runPreview(host: CapabilityHost): RunPreview {
  const { services } = host;
  const defaults = new DefaultWires(services);
  const wires = new CheckedWires(services.registry);
  return async (tx, workspace, eventIds) => {
    if (eventIds.length === 0) return [];
    const db = wiresIn(tx.db);
    // The transaction is rolled back, so the wires of modules that were never needed before are not kept.
    await defaults.install(db, workspace.id);
    const events = await readEvents(tx, workspace, eventIds);
    const reacting = await db
      .selectFrom('wire')
      .select(['id', 'name', 'event', 'condition', 'action', 'record', 'input', 'revision', 'created_by as createdBy'])
      .where('workspace_id', '=', workspace.id)
      .where('event', 'in', [...new Set(events.map(({ name }) => name))])
      .where('enabled', '=', true)
      .where('paused', '=', false)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute();
    const found: PreviewedRun[] = [];
    for (const wire of reacting) {
      if (blockedBy(wire, { schema: workspace.schema, registry: services.registry })) continue;
      const checked = wires.get(wire, workspace.schema);
      const actor = { type: 'user', id: wire.createdBy, via: { type: 'wire', id: wire.id } } as const;
      for (const event of events.filter(({ name }) => name === wire.event)) {
        const evaluation = await evaluateWire(host.enter({ tx, workspace, actor }), checked, event);
        if (!evaluation.condition()) continue;
        const records = evaluation.targets();
        if (records?.length === 0) continue;
        found.push({ id: wire.id, name: wire.name, event: event.name, action: wire.action, records });
      }
    }
    return found;
  };
}

async function readEvents(
  tx: Transaction,
  { id }: Pick<WorkspaceAccess, 'id'>,
  ids: readonly string[],
): Promise<readonly LoadedEvent[]> {
  const rows = await tx.db
    .selectFrom('event')
    .select(['id', 'name', 'occurred_at', 'actor', 'cause', 'payload', 'record_ids'])
    .where('workspace_id', '=', id)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute();
  return rows.map(({ record_ids: records, ...event }) => ({ ...event, subjectId: records[0] ?? null }));
}
