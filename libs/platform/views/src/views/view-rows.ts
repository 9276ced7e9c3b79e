import { decodeCursor, DEFAULT_LIMIT, encodeCursor, fail, pageOf } from '@cubit/core';
import {
  callerOf,
  type Page,
  type PageQuery,
  type RecordShape,
  type RouteRequest,
  workspaceOf,
} from '@cubit/core/host';
import { sql } from 'kysely';
import { validate } from 'uuid';
import type { ViewDatabase, ViewRow } from '../tables/schema.js';
import { viewProblems } from './view-problems.js';

/** Views that the caller may see, of enabled kinds, by position. */
export async function readViews(
  db: ViewDatabase,
  request: Pick<RouteRequest, 'workspace' | 'caller'>,
  { kind, ...query }: PageQuery & { readonly kind?: string },
): Promise<Page<ViewRow>> {
  const { id: workspaceId, schema } = workspaceOf(request);
  const kinds = [...schema.kinds.keys()].filter((id) => kind === undefined || id === kind);
  const list = `views/${workspaceId}/${kind ?? ''}`;
  const limit = query.limit ?? DEFAULT_LIMIT;
  const after = query.cursor === undefined ? null : positionOf(list, query.cursor);
  const visible = db
    .selectFrom('saved_view')
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`kind = any(${kinds}::text[])`)
    .where(({ eb, or }) => or([eb('shared', '=', true), eb('created_by', '=', callerOf(request).user.id)]));
  const rows = await visible
    .selectAll()
    .$if(after !== null, (page) =>
      page.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('position', 'id'), '>', tuple(after?.position ?? 0, after?.id ?? '')),
      ),
    )
    .orderBy('position')
    .orderBy('id')
    .limit(limit + 1)
    .execute();
  const page = pageOf(rows, limit, (last) => encodeCursor(list, [String(last.position), last.id]));
  if (query.count !== 'exact') return page;
  const { total } = await visible.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { ...page, total };
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

/** A client can invent a cursor, so its contents are checked before they reach the database. */
function positionOf(list: string, cursor: string): { readonly position: number; readonly id: string } {
  const [position, id] = decodeCursor(list, cursor);
  if (/^\d{1,7}$/.test(position ?? '') && validate(id)) return { position: Number(position), id: id as string };
  throw fail('invalid_cursor', 'The cursor was not made by this server for this list.');
}
