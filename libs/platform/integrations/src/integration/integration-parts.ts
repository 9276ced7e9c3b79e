import {
  actorOf,
  audit,
  callerOf,
  workspaceOf,
  type CapabilityHost,
  type RouteRequest,
  type SecretBox,
  type Transaction,
} from '@cubit/core';

/** What the routes of integrations are made of. */
export interface IntegrationParts {
  readonly host: CapabilityHost;
  readonly secrets: SecretBox;
}

/** Where the secret of an integration lies: it is sealed for that place. */
export function secretPlace(workspaceId: string, id: string): string {
  return `integration/${workspaceId}/${id}`;
}

/** Writes into the audit log what an administrator did. */
export function note(
  tx: Transaction,
  request: Pick<RouteRequest, 'workspace' | 'caller' | 'address'>,
  { action, target }: { readonly action: string; readonly target: Readonly<Record<string, unknown>> },
): Promise<void> {
  const workspaceId = workspaceOf(request).id;
  return audit(tx, { workspaceId, actor: actorOf(callerOf(request)), action, target, address: request.address });
}
