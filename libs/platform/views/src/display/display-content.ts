import type { Database, DisplayContent } from '@cubit/database';
import { validationFailed } from '@cubit/core';
import { type RouteRequest, workspaceOf, type WorkspaceSchema } from '@cubit/core/host';
import type { KernelServices } from '@cubit/records';
import { viewsIn } from '../tables/schema.js';

type Registered = Pick<KernelServices, 'registry'>;

/** The kinds of enabled modules that have a role. */
export function kindsOfRole({ registry }: Registered, { kinds }: WorkspaceSchema, role: 'machine' | 'job') {
  return [...kinds.keys()].flatMap((id) => {
    const kind = registry.kinds.get(id);
    return kind?.definition.ui?.role === role ? [kind] : [];
  });
}

/** The kinds whose records are shown. Throws `422` if there is no such view, or no machine. */
export async function kindsShown(
  services: Registered,
  db: Database['db'],
  { request, shows }: { readonly request: Pick<RouteRequest, 'workspace'>; readonly shows: DisplayContent },
): Promise<string[]> {
  const { id, schema } = workspaceOf(request);
  if (shows.type === 'machines') {
    const [machines, jobs] = [kindsOfRole(services, schema, 'machine'), kindsOfRole(services, schema, 'job')];
    if (machines.length === 0)
      throw validationFailed([
        { path: '/shows/type', code: 'unknown', message: 'needs an enabled module that has machines.' },
      ]);
    return [...machines, ...jobs].map((kind) => kind.id);
  }
  const view = await viewsIn(db)
    .selectFrom('saved_view')
    .select('kind')
    .where('workspace_id', '=', id)
    .where('id', '=', shows.view)
    .where('shared', '=', true)
    .executeTakeFirst();
  if (!view || !schema.kinds.has(view.kind))
    throw validationFailed([{ path: '/shows/view', code: 'unknown', message: 'is not a shared view.' }]);
  return [view.kind];
}
