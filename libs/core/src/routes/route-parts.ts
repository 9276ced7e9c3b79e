import { Type, type TObject, type TSchema } from 'typebox';
import type { RouteRequest } from './route.js';
import type { Caller } from '../contract/caller.js';
import type { WorkspaceAccess } from '../registry/workspace-access.js';

export const workspaceParam = Type.String({ description: 'Slug of the workspace.', examples: ['workshop'] });
export const idParam = (description: string) => Type.String({ format: 'uuid', description });
export const workspaceParams = Type.Object({ workspace: workspaceParam });

/** The path of a workspace. */
export const WORKSPACE_PATH = '/api/v1/orgs/{workspace}';

/** The path below which all routes of a module are. */
export function modulePath(module: string): string {
  return `${WORKSPACE_PATH}/modules/${module}`;
}

/** The path of the records of a kind, and of the routes below it. */
export function kindPath({ module, local }: { readonly module: string; readonly local: string }): string {
  return `${modulePath(module)}/records/${local}`;
}

/** `{ data, next_cursor, total? }`. */
export function listSchema(row: TSchema, options: { readonly $id?: string } = {}): TObject {
  return Type.Object(
    {
      data: Type.Array(row),
      next_cursor: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'Send it as `cursor` to get the next page; null on the last one.',
      }),
      total: Type.Optional(Type.Integer({ description: 'Rows on all pages, with `count=exact`.' })),
    },
    { ...options },
  );
}

/** The workspace of a request; the router guarantees one on workspace routes. */
export function workspaceOf(request: Pick<RouteRequest, 'workspace'>): WorkspaceAccess {
  if (!request.workspace) throw new Error('A workspace route was reached without a workspace.');
  return request.workspace;
}

/** The caller; the router guarantees one on routes that are not anonymous. */
export function callerOf(request: Pick<RouteRequest, 'caller'>): Caller {
  if (!request.caller) throw new Error('A route for callers was reached without one.');
  return request.caller;
}
