import { fail } from '@cubit/core';
import { type Caller, callerOf, type RouteRequest, workspaceOf } from '@cubit/core/host';

export const TAB_LIFETIME_MS = 60_000;

type Request = Pick<RouteRequest, 'workspace' | 'caller'>;

/** The workspace has opted in. */
export function requireOptIn(request: Pick<RouteRequest, 'workspace'>): void {
  const { schema } = workspaceOf(request);
  if (schema.settingsOf('drive')['allowed'] !== true)
    throw fail('drive_disabled', 'This workspace does not allow agents to drive tabs; an admin can.');
}

/** Routes of the tab: a token must not register or stop one. */
export function requireSession(request: Request): Caller {
  requireOptIn(request);
  const caller = callerOf(request);
  if (caller.credential.type !== 'session') throw fail('forbidden', 'Only the tab itself may call this.');
  return caller;
}

/** Routes of the agent: a command always has a token, whose name the tab shows. */
export function requireToken(request: Request): Caller {
  requireOptIn(request);
  const caller = callerOf(request);
  if (caller.credential.type !== 'api_token')
    throw fail('forbidden', 'Only an API token may call this, such as one with the scope drive:control.');
  return caller;
}

export function aliveSince(now: Date): Date {
  return new Date(now.getTime() - TAB_LIFETIME_MS);
}
