import { sql } from 'kysely';
import { countFrom, defineRoute } from '@cubit/database';
import { listPage } from '@cubit/access';
import { listSchema } from '@cubit/core';
import { type PageQuery, type RouteDefinition, workspaceOf } from '@cubit/core/host';
import { integrationsIn, type Outcome } from '../tables/schema.js';
import type { IntegrationRouteOptions } from './integration-route-options.js';
import { getIntegration } from './integration-rows.js';
import { hitQuery, hitSchema, INTEGRATIONS_PATH, integrationParams, TAG } from './integration-schemas.js';

interface HitRow {
  readonly id: string;
  readonly at: Date;
  readonly address: string;
  readonly outcome: Outcome;
  readonly reason: string | null;
  readonly delivery_id: string | null;
  readonly event_id: string | null;
}

export function hitRoute({ host }: Pick<IntegrationRouteOptions, 'host'>): RouteDefinition {
  return defineRoute({
    operationId: 'listIntegrationHits',
    method: 'GET',
    path: `${INTEGRATIONS_PATH}/{id}/hits`,
    summary: 'List the hits of an integration',
    description: 'All requests to its URLs, including rejected ones, newest first. Hits are stored for 31 days.',
    tag: TAG,
    access: 'admin',
    params: integrationParams,
    query: hitQuery,
    responses: { 200: { description: 'A page of hits.', schema: listSchema(hitSchema) } },
    errors: ['not_found', 'invalid_cursor'],
    async handler(request) {
      const db = integrationsIn(host.services.database.db);
      const workspaceId = workspaceOf(request).id;
      const { id } = request.params;
      await getIntegration(db, { workspaceId, id });
      const query = request.query as PageQuery & { readonly outcome?: Outcome };
      const { outcome = null } = query;
      const of = sql`from integration_hit where workspace_id = ${workspaceId} and integration_id = ${id}
        and (${outcome}::text is null or outcome = ${outcome})`;
      const page = await listPage<HitRow>(query, {
        list: `hits/${workspaceId}/${id}/${outcome ?? ''}`,
        rows: async (after, limit) => {
          const { rows } = await sql<HitRow>`select id, at, address, outcome, reason, delivery_id, event_id ${of}
            and (${after}::uuid is null or id < ${after}) order by id desc limit ${limit}`.execute(db);
          return rows;
        },
        total: () => countFrom(db, of),
        idOf: (row) => row.id,
      });
      const data = page.data.map(({ at, ...hit }) => ({ ...hit, at: at.toISOString() }));
      return { status: 200, body: { ...page, data } };
    },
  });
}
