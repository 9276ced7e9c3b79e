import { actorOf, callerOf, type EventPayload, type RouteRequest, workspaceOf } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';
import { tokenRevoked } from '../module/events.js';
import { integrationsIn } from '../tables/schema.js';
import type { IntegrationRouteOptions } from './integration-route-options.js';
import { revokeTokens, type IntegrationRow } from './integration-rows.js';

interface Revocation {
  readonly tx: Transaction;
  readonly request: Pick<RouteRequest, 'workspace' | 'caller'>;
  readonly row: Pick<IntegrationRow, 'id' | 'name' | 'connector'>;
  readonly reason: EventPayload<typeof tokenRevoked>['reason'];
}

/** Revokes the URL of an integration and emits an event. After the commit, the URL returns `410`. No effect if there is no active URL. */
export async function revokeUrl(
  { host }: Pick<IntegrationRouteOptions, 'host'>,
  { tx, request, row, reason }: Revocation,
): Promise<void> {
  const workspace = workspaceOf(request);
  const { id, name, connector } = row;
  if (!(await revokeTokens(integrationsIn(tx.db), { workspaceId: workspace.id, id, at: tx.now }))) return;
  host
    .enter({ tx, workspace, actor: actorOf(callerOf(request)) })
    .contextOf('integrations', null)
    .emit(tokenRevoked, { integrationId: id, integrationName: name, connector, reason });
}
