import { countRows } from '@cubit/database';
import { readPage } from '@cubit/core';
import {
  callerOf,
  type Page,
  type PageQuery,
  type RecordShape,
  type RouteRequest,
  workspaceOf,
} from '@cubit/core/host';
import { sql } from 'kysely';
import type { ViewDatabase, ViewRow } from '../tables/schema.js';
import { viewProblems } from './view-problems.js';

/** Views that the caller may see, of enabled kinds, by position. */
export function readViews(
  db: ViewDatabase,
  request: Pick<RouteRequest, 'workspace' | 'caller'>,
  { kind, ...query }: PageQuery & { readonly kind?: string },
): Promise<Page<ViewRow>> {
  const { id: workspaceId, schema } = workspaceOf(request);
  const kinds = [...schema.kinds.keys()].filter((id) => kind === undefined || id === kind);
  const visible = db
    .selectFrom('saved_view')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`kind = any(${kinds}::text[])`)
    .where(({ eb, or }) => or([eb('shared', '=', true), eb('created_by', '=', callerOf(request).user.id)]));
  return readPage(query, {
    list: `views/${workspaceId}/${kind ?? ''}`,
    sortedBy: ['integer', 'uuid'],
    rows(after, limit) {
      const rest = after
        ? visible.where(sql<boolean>`(position, id) > (${after[0]}::integer, ${after[1]}::uuid)`)
        : visible;
      return rest.selectAll().orderBy('position').orderBy('id').limit(limit).execute();
    },
    total: () => countRows(visible),
    valuesOf: ({ position, id }) => [String(position), id],
  });
}

/** The view as the API returns it. */
export function viewBody(row: ViewRow, shape: RecordShape, now: Date) {
  const { workspace_id: _, created_at: createdAt, updated_at: updatedAt, ...view } = row;
  return {
    ...view,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    problems: viewProblems(row, shape, now),
  };
}
