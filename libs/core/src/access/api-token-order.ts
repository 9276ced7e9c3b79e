import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../database/schema.js';
import { validationFailed, type ErrorDetail } from '../errors/cubit-error.js';
import type { Registry } from '../registry/registry.js';
import type { Caller } from './caller.js';

/** What somebody asks of a new token. */
export interface ApiTokenOrder {
  readonly expires_at?: string | null;
  readonly scopes?: readonly string[];
  readonly workspace?: string | null;
}

export interface CheckedOrder {
  readonly expiresAt: Date | null;
  readonly scopes: readonly string[];
  readonly workspace: { readonly id: string; readonly slug: string } | null;
}

interface OrderContext {
  readonly db: Kysely<DatabaseSchema>;
  readonly registry: Registry;
  readonly caller: Caller;
  readonly now: Date;
}

/** A new token reaches nothing that its maker does not: neither longer, nor beyond the workspace that the maker's own is bound to. */
export async function checkOrder(order: ApiTokenOrder, context: OrderContext): Promise<CheckedOrder> {
  const { expires_at, scopes = [], workspace: slug = null } = order;
  const expiresAt = typeof expires_at === 'string' ? new Date(expires_at) : null;
  const workspace = slug === null ? null : await workspaceOfCaller(slug, context);
  const details = [
    ...expiryFaults(expiresAt, context),
    ...scopes.flatMap((scope, index) => (context.registry.scopes.has(scope) ? [] : [unknownScope(index)])),
    ...workspaceFaults({ slug, found: workspace !== undefined, scopes }, context),
  ];
  if (details.length > 0) throw validationFailed(details);
  return { expiresAt, scopes, workspace: workspace ?? null };
}

async function workspaceOfCaller(slug: string, { db, caller }: OrderContext) {
  let query = db
    .selectFrom('workspace')
    .innerJoin('member', 'member.workspace_id', 'workspace.id')
    .select(['workspace.id', 'workspace.slug'])
    .where('workspace.slug', '=', slug)
    .where('workspace.deleted_at', 'is', null)
    .where('member.user_id', '=', caller.user.id);
  if (caller.boundWorkspaceId !== null) query = query.where('workspace.id', '=', caller.boundWorkspaceId);
  return query.executeTakeFirst();
}

function expiryFaults(expiresAt: Date | null, { caller, now }: OrderContext): readonly ErrorDetail[] {
  const path = '/expires_at';
  if (expiresAt && !(expiresAt > now)) return [{ path, code: 'past', message: 'must be in the future.' }];
  // Sessions end within minutes by their nature; what they make may last.
  const limit = caller.credential.type === 'api_token' ? caller.expiresAt : null;
  if (limit === null || (expiresAt && expiresAt <= limit)) return [];
  return [
    {
      path,
      code: 'outlives',
      message: `must not be after ${limit.toISOString()}, when the token that makes it expires.`,
    },
  ];
}

function workspaceFaults(
  {
    slug,
    found,
    scopes,
  }: { readonly slug: string | null; readonly found: boolean; readonly scopes: readonly string[] },
  { registry, caller }: OrderContext,
): readonly ErrorDetail[] {
  const path = '/workspace';
  if (slug !== null) return found ? [] : [{ path, code: 'unknown', message: 'is not a workspace of yours.' }];
  const bound = scopes.find((scope) => registry.scopes.get(scope)?.definition.workspaceBound);
  if (bound !== undefined) return [{ path, code: 'required', message: `is required with the scope ${bound}.` }];
  if (caller.boundWorkspaceId === null) return [];
  return [{ path, code: 'required', message: 'is required: the token that makes it is bound to a workspace.' }];
}

function unknownScope(index: number): ErrorDetail {
  return { path: `/scopes/${index}`, code: 'unknown', message: 'is not a scope of this instance.' };
}
