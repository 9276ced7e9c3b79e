import type { KernelServices } from '../workspace/services.js';
import type { RegisteredKind, WorkspaceAccess } from '@cubit/core/host';
import { type Presentation, presentRecords } from '../read/expand.js';
import { type ListQuery, listRecords } from '../read/list-records.js';
import { shapeIn } from './record-route-context.js';

interface PageSource {
  readonly services: KernelServices;
  readonly workspace: WorkspaceAccess;
  readonly kind: RegisteredKind;
}

/**
 * A page of a kind as the members of a JSON object, without its braces: the records are the JSON text of the
 * database.
 */
export async function recordPageText(
  { services, workspace, kind }: PageSource,
  query: ListQuery & Presentation,
): Promise<string> {
  const { database, registry } = services;
  const shape = shapeIn(workspace.schema, kind);
  const page = await listRecords({ database, workspaceId: workspace.id, kind, shape, now: services.now() }, query);
  const texts = await presentRecords({ db: database.db, registry, workspace, shape }, page.rows, query);
  const total = page.total === undefined ? '' : `,"total":${page.total}`;
  return `"data":[${texts.join(',')}],"next_cursor":${JSON.stringify(page.next_cursor)}${total}`;
}
