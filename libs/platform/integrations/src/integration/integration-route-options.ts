import { actorOf, callerOf, type RouteRequest, workspaceOf } from '@cubit/core/host';
import { audit, type SecretBox } from '@cubit/access';
import type { CapabilityHost } from '@cubit/runtime';
import type { Transaction } from '@cubit/database';

/** What the integration routes depend on. */
export interface IntegrationRouteOptions {
  readonly host: CapabilityHost;
  readonly secrets: SecretBox;
}

/** Context for the encryption of a secret: a secret can be decrypted only for the same integration. */
export function secretPlace(workspaceId: string, id: string): string {
  return `integration/${workspaceId}/${id}`;
}

/** Writes a change by an administrator to the audit log. */
export function auditChange(
  tx: Transaction,
  request: Pick<RouteRequest, 'workspace' | 'caller' | 'address'>,
  { action, target }: { readonly action: string; readonly target: Readonly<Record<string, unknown>> },
): Promise<void> {
  const workspaceId = workspaceOf(request).id;
  return audit(tx, { workspaceId, actor: actorOf(callerOf(request)), action, target, address: request.address });
}
