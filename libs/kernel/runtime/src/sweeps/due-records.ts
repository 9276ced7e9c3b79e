import { type Database, expressionText } from '@cubit/database';
import { moduleSettings, type RegisteredSweep } from '@cubit/core/host';

/** Maximum number of records of one sweep and workspace in one transaction. */
export const RECORDS_PER_TURN = 500;

export interface DueRecords {
  readonly sweep: RegisteredSweep;
  readonly workspaceId: string;
  readonly ids: readonly string[];
}

interface DueRow {
  readonly sweep: number;
  readonly workspace_id: string;
  readonly id: string;
}

export interface DueQuery {
  readonly now: Date;
  /** Ids of workspaces that the sweep skips for now. */
  postponed(sweep: RegisteredSweep): readonly string[];
}

/** The time up to which records are due, in the format of the compared field. */
export function horizonOf(
  { definition }: RegisteredSweep,
  now: Date,
  settings: Readonly<Record<string, unknown>>,
): string {
  return new Date(now.getTime() + (definition.leadMs?.(settings) ?? 0)).toISOString();
}

/** Due records, earliest first: one statement for all sweeps and workspaces, which uses the index of every sweep. */
export async function findDueRecords(
  database: Database,
  sweeps: readonly RegisteredSweep[],
  { now, postponed }: DueQuery,
): Promise<readonly DueRecords[]> {
  if (sweeps.length === 0) return [];
  const settings = await settingsOfWorkspaces(database, sweeps);
  const values: unknown[] = [];
  const parameter = (value: unknown, type: string) => `$${String(values.push(value))}::${type}`;
  const branches = sweeps.map((sweep, index) => {
    const { owner } = sweep;
    const own = settings.get(owner.name) ?? [];
    const usual = horizonOf(sweep, now, moduleSettings(owner, {}));
    const horizons = own.map(({ stored }) => horizonOf(sweep, now, moduleSettings(owner, stored)));
    const latest = horizons.reduce((most, horizon) => (horizon > most ? horizon : most), usual);
    const at = dueExpression(sweep);
    return `(select ${String(index)} as sweep, r.workspace_id, r.id from ${sweep.kind.partition} r
      left join unnest(${parameter(
        own.map(({ workspaceId }) => workspaceId),
        'uuid[]',
      )}, ${parameter(horizons, 'text[]')}) as own (workspace_id, horizon)
        on own.workspace_id = r.workspace_id
      where r.deleted_at is null and ${at} <= ${parameter(latest, 'text')} and ${at} <= coalesce(own.horizon, ${parameter(usual, 'text')})
        and r.workspace_id <> all (${parameter([...postponed(sweep)], 'uuid[]')})
        and exists (select from workspace w where w.id = r.workspace_id and w.deleted_at is null)
        ${owner.always ? '' : `and exists (select from workspace_module m where m.workspace_id = r.workspace_id and m.module = '${owner.name}' and m.enabled)`}
      order by ${at} limit ${String(RECORDS_PER_TURN)})`;
  });
  const rows = await database.read<DueRow>(branches.join(' union all '), values);
  return grouped(rows, sweeps);
}

/** The expression of the index of the sweep. */
function dueExpression({ definition }: RegisteredSweep): string {
  return expressionText({ name: definition.at, type: 'datetime' });
}

function grouped(rows: readonly DueRow[], sweeps: readonly RegisteredSweep[]): readonly DueRecords[] {
  const groups = Map.groupBy(rows, (row) => `${String(row.sweep)}/${row.workspace_id}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    const sweep = first && sweeps[first.sweep];
    return sweep ? [{ sweep, workspaceId: first.workspace_id, ids: group.map(({ id }) => id) }] : [];
  });
}

interface StoredSettings {
  readonly workspaceId: string;
  readonly stored: Readonly<Record<string, unknown>>;
}

/** Settings that shift due times of a sweep, of workspaces with their own values. */
async function settingsOfWorkspaces(
  database: Database,
  sweeps: readonly RegisteredSweep[],
): Promise<ReadonlyMap<string, readonly StoredSettings[]>> {
  const modules = [...new Set(sweeps.filter(({ definition }) => definition.leadMs).map(({ owner }) => owner.name))];
  if (modules.length === 0) return new Map();
  const rows = await database.read<{ module: string; workspace_id: string; settings: Record<string, unknown> }>(
    `select module, workspace_id, settings from workspace_module where module = any ($1) and enabled and settings <> '{}'`,
    [modules],
  );
  const stored = rows.map((row) => ({ module: row.module, workspaceId: row.workspace_id, stored: row.settings }));
  return Map.groupBy(stored, ({ module }) => module);
}
