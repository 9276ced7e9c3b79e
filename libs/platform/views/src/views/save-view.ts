import { callerOf, type RecordShape, roleIncludes, type RouteRequest, workspaceOf } from '@cubit/core/host';
import { errorOf, fail, notFound, validationFailed } from '@cubit/core';
import type { KernelServices } from '@cubit/records';
import type { Transaction } from '@cubit/database';
import { viewsIn, type ViewRow } from '../tables/schema.js';
import { viewProblems } from './view-problems.js';
import type { NewView, ViewPatch } from './view-schemas.js';

type Request = Pick<RouteRequest, 'workspace' | 'caller'>;

export interface SavedView {
  readonly row: ViewRow;
  readonly shape: RecordShape;
}

export async function createView(
  services: KernelServices,
  { tx, request, body }: { readonly tx: Transaction; readonly request: Request; readonly body: NewView },
): Promise<SavedView> {
  const { id: workspaceId, schema } = workspaceOf(request);
  const shape = schema.kinds.get(body.kind);
  if (!shape)
    throw validationFailed([{ path: '/kind', code: 'unknown', message: 'is not a kind of an enabled module.' }]);
  const { name, kind, filter = null, sort = null, fields = null, layout = 'table', layout_options = {} } = body;
  const { shared = false, locked = false, group = null, lanes = null } = body;
  if (shared) requireAdmin(request);
  const position = body.position ?? (await lastPosition(tx, workspaceId)) + 1;
  const content = {
    name,
    kind,
    filter,
    sort,
    fields: fields && [...fields],
    group,
    lanes,
    layout,
    layout_options,
    shared,
    locked,
    position,
  };
  const row: ViewRow = {
    ...content,
    workspace_id: workspaceId,
    id: services.newId(),
    created_by: callerOf(request).user.id,
    created_at: tx.now,
    updated_at: tx.now,
  };
  requireValidView(row, shape, services.now());
  await viewsIn(tx.db)
    .insertInto('saved_view')
    .values({ ...row, layout_options: JSON.stringify(layout_options) })
    .execute();
  return { row, shape };
}

export async function patchView(
  services: KernelServices,
  {
    tx,
    request,
    id,
    patch,
  }: { readonly tx: Transaction; readonly request: Request; readonly id: string; readonly patch: ViewPatch },
): Promise<SavedView> {
  const before = await ownView(tx, request, id);
  const { row } = before;
  if (patch.shared !== undefined && patch.shared !== row.shared) requireAdmin(request);
  if (row.locked && patch.locked !== false) throw locked();
  const { fields, ...given } = patch;
  // Another layout uses other fields.
  const options = given.layout !== undefined && given.layout !== row.layout ? {} : row.layout_options;
  const after: ViewRow = {
    ...row,
    layout_options: options,
    ...given,
    fields: fields === undefined ? row.fields : fields && [...fields],
    updated_at: tx.now,
  };
  requireValidView(after, before.shape, services.now());
  const { workspace_id: workspaceId, id: _, ...values } = after;
  await viewsIn(tx.db)
    .updateTable('saved_view')
    .set({ ...values, layout_options: JSON.stringify(after.layout_options) })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute();
  return { row: after, shape: before.shape };
}

export async function removeView(tx: Transaction, request: Request, id: string): Promise<void> {
  const { row } = await ownView(tx, request, id);
  if (row.locked) throw locked();
  await viewsIn(tx.db)
    .deleteFrom('saved_view')
    .where('workspace_id', '=', row.workspace_id)
    .where('id', '=', id)
    .execute();
}

/** Reads and locks a view that the caller may change: an admin for a shared view, otherwise its owner. */
async function ownView(tx: Transaction, request: Request, id: string): Promise<SavedView> {
  const { id: workspaceId, schema } = workspaceOf(request);
  const row = await viewsIn(tx.db)
    .selectFrom('saved_view')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  const shape = row && schema.kinds.get(row.kind);
  if (!shape || (!row.shared && row.created_by !== callerOf(request).user.id)) throw notFound('View');
  if (row.shared) requireAdmin(request);
  return { row, shape };
}

function requireAdmin(request: Request): void {
  if (!roleIncludes(workspaceOf(request).role, 'admin'))
    throw fail('forbidden', 'Only admins may create, change and delete shared views.');
}

function locked() {
  return errorOf('conflict', 'The view is locked; unlock it first.', {
    details: [{ path: '/locked', code: 'locked', message: 'is true.' }],
  });
}

function requireValidView(row: ViewRow, shape: RecordShape, now: Date): void {
  const faults = viewProblems(row, shape, now);
  if (faults.length > 0) throw validationFailed(faults);
}

async function lastPosition(tx: Transaction, workspaceId: string): Promise<number> {
  const last = await viewsIn(tx.db)
    .selectFrom('saved_view')
    .select('position')
    .where('workspace_id', '=', workspaceId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.position ?? -1;
}
