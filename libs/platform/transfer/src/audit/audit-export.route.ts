import { Type } from 'typebox';
import {
  auditBody,
  auditFilterQuery,
  defineRoute,
  readAudit,
  workspaceOf,
  workspaceParams,
  type AuditFilter,
  type KernelServices,
  type RouteDefinition,
} from '@cubit/core';
import { csvLine } from '../table/csv-line.js';
import { guardText } from '../table/guarded-text.js';

const PAGE = 500;
const FORMATS = ['csv', 'ndjson'] as const;
type AuditFormat = (typeof FORMATS)[number];
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
  address: ({ address }) => address ?? '',
  target: ({ target }) => guardText(JSON.stringify(target)),
};

/** The audit log as a file, newest first, streamed page by page. */
export function auditExportRoute({ database, now }: KernelServices): RouteDefinition {
  return defineRoute({
    operationId: 'exportAuditLog',
    method: 'GET',
    path: '/api/v1/orgs/{workspace}/audit-log/export',
    summary: 'Export the audit log',
    tag: 'Audit log',
    access: 'admin',
    params: workspaceParams,
    query: Type.Object({
      format: Type.Optional(Type.Unsafe<AuditFormat>({ type: 'string', enum: [...FORMATS], default: 'csv' })),
      ...auditFilterQuery,
    }),
    responses: {
      200: {
        description: 'The entries, as a file.',
        mediaType: 'text/csv',
        schema: Type.String(),
        otherMediaTypes: { 'application/x-ndjson': Type.String() },
      },
    },
    errors: ['invalid_query'],
    streaming: true,
    handler(request) {
      const { id: workspaceId, slug } = workspaceOf(request);
      const { format = 'csv', ...filter } = request.query as AuditFilter & { readonly format?: AuditFormat };
      const names = Object.keys(COLUMNS);
      const line = (entry: Entry) =>
        format === 'csv' ? csvLine(names.map((name) => COLUMNS[name]?.(entry) ?? '')) : `${JSON.stringify(entry)}\n`;
      async function* text(): AsyncGenerator<string> {
        if (format === 'csv') yield csvLine(names);
        for (let beforeId: string | null = null; !request.signal.aborted;) {
          const rows = await readAudit(database.db, { workspaceId, filter, beforeId, limit: PAGE });
          if (rows.length > 0) yield rows.map((row) => line(auditBody(row))).join('');
          if (rows.length < PAGE) return;
          beforeId = rows.at(-1)?.id ?? null;
        }
      }
      const name = `${slug}-audit-log-${now().toISOString().slice(0, 10)}.${format}`;
      return Promise.resolve({
        status: 200,
        stream: text(),
        mediaType: format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/x-ndjson',
        headers: { 'content-disposition': `attachment; filename="${name}"`, 'cache-control': 'no-store' },
      });
    },
  });
}
