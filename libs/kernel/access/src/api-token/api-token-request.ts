import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '@cubit/database';
import { type ErrorDetail, validationFailed } from '@cubit/core';
import type { Caller, Registry } from '@cubit/core/host';

/** The request for a new API token. */
export interface ApiTokenRequest {
  readonly expires_at?: string | null;
  readonly scopes?: readonly string[];
  readonly workspace?: string | null;
}

export interface CheckedApiTokenRequest {
  readonly expiresAt: Date | null;
  readonly scopes: readonly string[];
  readonly workspace: { readonly id: string; readonly slug: string } | null;
}

interface RequestContext {
  readonly db: Kysely<DatabaseSchema>;
  readonly registry: Registry;
  readonly caller: Caller;
  readonly now: Date;
}

/** Checks a request for a new token: its expiry and workspace must not exceed those of the token that creates it. */
export async function checkApiTokenRequest(
  order: ApiTokenRequest,
  context: RequestContext,
): Promise<CheckedApiTokenRequest> {
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

async function workspaceOfCaller(slug: string, { db, caller }: RequestContext) {
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

function expiryFaults(expiresAt: Date | null, { caller, now }: RequestContext): readonly ErrorDetail[] {
  const path = '/expires_at';
  if (expiresAt && !(expiresAt > now)) return [{ path, code: 'past', message: 'must be in the future.' }];
  // Sessions are short-lived by design; tokens made in a session may last longer.
  const limit = caller.credential.type === 'api_token' ? caller.expiresAt : null;
  if (limit === null || (expiresAt && expiresAt <= limit)) return [];
  return [
    {
      path,
      code: 'outlives',
      message: `must not be after ${limit.toISOString()}, when the token that creates it expires.`,
    },
  ];
}

function workspaceFaults(
  {
    slug,
    found,
    scopes,
  }: { readonly slug: string | null; readonly found: boolean; readonly scopes: readonly string[] },
  { registry, caller }: RequestContext,
): readonly ErrorDetail[] {
  const path = '/workspace';
  if (slug !== null) return found ? [] : [{ path, code: 'unknown', message: 'is not a workspace of yours.' }];
  const bound = scopes.find((scope) => registry.scopes.get(scope)?.definition.workspaceBound);
  if (bound !== undefined) return [{ path, code: 'required', message: `is required with the scope ${bound}.` }];
  if (caller.boundWorkspaceId === null) return [];
  return [{ path, code: 'required', message: 'is required: the token of this request is bound to a workspace.' }];
}

function unknownScope(index: number): ErrorDetail {
  return { path: `/scopes/${index}`, code: 'unknown', message: 'is not a scope of this instance.' };
}
