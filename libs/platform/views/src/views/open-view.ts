import { callerOf, type RecordShape, type RouteRequest, workspaceOf } from '@cubit/core/host';
import { notFound } from '@cubit/core';
import type { DatabaseSchema } from '@cubit/database';
import type { Kysely } from 'kysely';
import { viewsIn, type ViewRow } from '../tables/schema.js';
import { sortKeys, sortProblem, viewProblems, type ViewProblem } from './view-problems.js';

/** A view ready to run. Parts that no longer fit the kind are omitted and reported. */
export interface OpenView {
  readonly row: ViewRow;
  readonly shape: RecordShape;
  readonly filter: string | null;
  readonly sort: string | null;
  /** Null: all. Includes the fields that the layout uses. */
  readonly fields: readonly string[] | null;
  readonly problems: readonly ViewProblem[];
}

/** Reads a view. `404 not_found` for another user's personal view and for views of disabled kinds. */
export async function openView(
  db: Kysely<DatabaseSchema>,
  request: Pick<RouteRequest, 'workspace' | 'caller'>,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<OpenView> {
  const { id: workspaceId, schema } = workspaceOf(request);
  const row = await viewsIn(db)
    .selectFrom('saved_view')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('shared', '=', true), eb('created_by', '=', callerOf(request).user.id)]))
    .executeTakeFirst();
  const shape = row && schema.kinds.get(row.kind);
  if (!shape) throw notFound('View');
  return opened(row, shape, now);
}

function opened(row: ViewRow, shape: RecordShape, now: Date): OpenView {
  const problems = viewProblems(row, shape, now);
  const filterFits = !problems.some(({ path }) => path === '/filter');
  const keys = sortKeys(row).filter((key) => sortProblem(key, shape) === null);
  const groups = [row.group, row.lanes].flatMap((key) => (key === null ? [] : [key.split(':')[0] ?? '']));
  const drawn = [...(row.fields ?? []), ...groups, ...Object.values(row.layout_options)];
  return {
    row,
    shape,
    filter: filterFits ? row.filter : null,
    sort: keys.length === 0 ? null : keys.join(','),
    fields: row.fields === null ? null : [...new Set(drawn)].filter((name) => shape.fields.has(name)),
    problems,
  };
}
