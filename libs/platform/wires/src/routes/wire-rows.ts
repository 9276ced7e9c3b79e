import { sql, type RawBuilder } from 'kysely';
import type { Registry, WorkspaceSchema } from '@cubit/core/host';
import { blockedBy } from '../definition/blocked-by.js';
import type { WireDraft } from '../definition/wire-draft.js';
import type { WireDatabase, WireMode } from '../tables/schema.js';

/** A wire with current counters. */
export interface WireRow extends WireDraft {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly paused: boolean;
  readonly mode: WireMode;
  readonly trace: boolean;
  readonly rate_cap: number | null;
  readonly default_module: string | null;
  readonly default_key: string | null;
  readonly created_by: string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly last_run_at: Date | null;
  readonly run_count: number;
  readonly failure_count: number;
  readonly tripped_at: Date | null;
  readonly tripped_cap: number | null;
}

interface ReadWires {
  readonly workspaceId: string;
  readonly condition?: RawBuilder<unknown>;
  readonly limit: number;
}

/** Wires of a workspace, oldest first. The counters include finished runs that are not yet added to the wire. */
export async function readWires(
  db: WireDatabase,
  { workspaceId, condition = sql`true`, limit }: ReadWires,
): Promise<readonly WireRow[]> {
  const { rows } = await sql<WireRow>`
    select w.id, w.name, w.enabled, w.paused, w.event, w.condition, w.action, w.record, w.input, w.mode, w.trace, w.rate_cap,
      w.default_module, w.default_key, w.created_by, w.created_at, w.updated_at, greatest(w.last_run_at, u.last) as last_run_at,
      w.run_count + u.runs as run_count, w.failure_count + u.failures as failure_count, r.tripped_at, r.cap as tripped_cap
    from wire w
    left join wire_rate r on r.workspace_id = w.workspace_id and r.wire_id = w.id
    cross join lateral (
      select count(*) as runs, count(*) filter (where state = 'failed') as failures, max(finished_at) as last from wire_run
      where workspace_id = w.workspace_id and wire_id = w.id and state in ('succeeded', 'failed') and not counted
    ) u
    where w.workspace_id = ${workspaceId} and w.deleted_at is null and ${condition}
    order by w.id limit ${limit}`.execute(db);
  return rows;
}

export async function readWire(
  db: WireDatabase,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
): Promise<WireRow | undefined> {
  const [row] = await readWires(db, { workspaceId, condition: sql`w.id = ${id}`, limit: 1 });
  return row;
}

/** A wire as clients see it. */
export function wireBody(row: WireRow, catalog: { readonly schema: WorkspaceSchema; readonly registry: Registry }) {
  const { default_module, default_key, tripped_at, tripped_cap, created_at, updated_at, last_run_at, ...wire } = row;
  return {
    ...wire,
    default: default_module === null ? null : { module: default_module, key: default_key },
    blocked: blockedBy(wire, catalog),
    tripped: tripped_at === null ? null : { at: tripped_at.toISOString(), rate_cap: tripped_cap },
    created_at: created_at.toISOString(),
    updated_at: updated_at.toISOString(),
    last_run_at: last_run_at?.toISOString() ?? null,
  };
}
