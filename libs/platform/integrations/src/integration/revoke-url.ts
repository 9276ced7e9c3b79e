import { actorOf, callerOf, workspaceOf, type EventPayload, type RouteRequest, type Transaction } from '@cubit/core';
import { tokenRevoked } from '../module/events.js';
import { integrationsIn } from '../tables/schema.js';
import type { IntegrationParts } from './integration-parts.js';
import { revokeTokens, type IntegrationRow } from './integration-rows.js';

interface Revocation {
  readonly tx: Transaction;
  readonly request: Pick<RouteRequest, 'workspace' | 'caller'>;
  readonly row: Pick<IntegrationRow, 'id' | 'name' | 'connector'>;
  readonly reason: EventPayload<typeof tokenRevoked>['reason'];
}

/** The URL of an integration answers `410` once this commits; an event tells of it. Nothing where it has none. */
export async function revokeUrl(
  { host }: Pick<IntegrationParts, 'host'>,
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
