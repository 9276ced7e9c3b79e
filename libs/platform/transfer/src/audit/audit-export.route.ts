import { Type } from 'typebox';
import { auditBody, type AuditFilter, auditFilterQuery, readAudit } from '@cubit/access';
import { defineRoute } from '@cubit/database';
import { type RouteDefinition, workspaceOf, workspaceParams } from '@cubit/core/host';
import type { KernelServices } from '@cubit/records';
import { csvLine } from '../table/csv-line.js';
import { guardText } from '../table/guarded-text.js';
import { logFile, logFileQuery, logFileResponses, type LogFormat } from '../table/log-file.js';

type Row = Parameters<typeof auditBody>[0];
type Entry = ReturnType<typeof auditBody>;

const COLUMNS: Readonly<Record<string, (entry: Entry) => string>> = {
  id: ({ id }) => id,
  at: ({ at }) => at,
  action: ({ action }) => action,
  user_id: ({ user }) => user?.id ?? '',
  user_name: ({ user }) => (user?.name ? guardText(user.name) : ''),
  actor_type: ({ actor }) => actor.type,
  actor_id: ({ actor }) => actor.id ?? '',
  via_type: ({ actor }) => actor.via.type,
  via_id: ({ actor }) => actor.via.id ?? '',
  via_client: ({ actor }) => guardText(actor.via.client ?? ''),
  address: ({ address }) => address ?? '',
  target: ({ target }) => guardText(JSON.stringify(target)),
};

/** Exports the audit log, newest first, as a stream. */
export function auditExportRoute({ database, now }: KernelServices): RouteDefinition {
  return defineRoute({
    operationId: 'exportAuditLog',
    method: 'GET',
    path: '/api/v1/orgs/{workspace}/audit-log/export',
    summary: 'Export the audit log',
    tag: 'Audit log',
    access: 'admin',
    params: workspaceParams,
    query: Type.Object({ ...logFileQuery, ...auditFilterQuery }),
    responses: logFileResponses('The entries, as a file.'),
    errors: ['invalid_query'],
    streaming: true,
    handler(request) {
      const { id: workspaceId, slug } = workspaceOf(request);
      const { format = 'csv', ...filter } = request.query as AuditFilter & { readonly format?: LogFormat };
      return Promise.resolve(
        logFile<Row>({
          name: `${slug}-audit-log-${now().toISOString().slice(0, 10)}`,
          format,
          columns: Object.keys(COLUMNS),
          read: (after, limit) => readAudit(database.db, { workspaceId, filter, beforeId: after?.id ?? null, limit }),
          csvOf: (row) => lineOf(auditBody(row)),
          jsonOf: auditBody,
          signal: request.signal,
        }),
      );
    },
  });
}

function lineOf(entry: Entry): string {
  return csvLine(Object.values(COLUMNS).map((cell) => cell(entry)));
}
