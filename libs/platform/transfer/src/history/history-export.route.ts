import { Type } from 'typebox';
import { defineRoute } from '@cubit/database';
import {
  type HistoryFilter,
  historyFilterQuery,
  type HistoryOfRecord,
  type KernelServices,
  readWholeHistory,
} from '@cubit/records';
import { invalidQuery, type RouteDefinition, workspaceOf, workspaceParams } from '@cubit/core/host';
import { csvLine } from '../table/csv-line.js';
import { guardText } from '../table/guarded-text.js';
import { logFile, logFileQuery, logFileResponses, type LogFormat } from '../table/log-file.js';

type Change = HistoryOfRecord['changes'][number];

interface HistoryExportQuery extends HistoryFilter {
  readonly format?: LogFormat;
  readonly kind?: string;
  readonly record_id?: string;
}

const COLUMNS: Readonly<Record<string, (entry: HistoryOfRecord, change: Change) => string>> = {
  record_id: (entry) => entry.record_id,
  kind: ({ kind }) => kind,
  title: ({ title }) => guardText(title ?? ''),
  version: ({ version }) => String(version),
  at: ({ at }) => at.toISOString(),
  operation: ({ operation }) => operation,
  user_id: ({ actor }) => actor.id ?? '',
  user_name: ({ user_name: name }) => guardText(name ?? ''),
  via_type: ({ actor }) => actor.via.type,
  via_id: ({ actor }) => actor.via.id ?? '',
  via_client: ({ actor }) => guardText(actor.via.client ?? ''),
  path: (_entry, { path }) => path,
  from: (_entry, { from }) => cellOf(from),
  to: (_entry, { to }) => cellOf(to),
};

/** Exports the history of a workspace's records as a stream. */
export function historyExportRoute({ database, registry, now }: KernelServices): RouteDefinition {
  return defineRoute({
    operationId: 'exportHistory',
    method: 'GET',
    path: '/api/v1/orgs/{workspace}/history/export',
    summary: 'Export the history of records',
    description:
      'Changes of the records of enabled modules, record by record, oldest change first. CSV has a line for each changed value, NDJSON one for each change.',
    tag: 'Audit log',
    access: 'viewer',
    params: workspaceParams,
    query: Type.Object({
      ...logFileQuery,
      kind: Type.Optional(Type.String({ maxLength: 200, examples: ['inventory:part'] })),
      record_id: Type.Optional(Type.String({ format: 'uuid' })),
      ...historyFilterQuery,
    }),
    responses: logFileResponses('The changes, as a file.'),
    errors: ['invalid_query'],
    streaming: true,
    handler(request) {
      const { id: workspaceId, slug, schema } = workspaceOf(request);
      const { format = 'csv', kind, record_id: recordId, ...filter } = request.query as HistoryExportQuery;
      if (kind !== undefined && !schema.kinds.has(kind)) throw invalidQuery('kind', `There is no kind '${kind}'.`);
      const kinds = new Map(
        [...registry.kinds].filter(([id]) => (kind === undefined ? schema.kinds.has(id) : id === kind)),
      );
      const those = { workspaceId, kinds, filter, ...(recordId === undefined ? {} : { recordId }) };
      return Promise.resolve(
        logFile<HistoryOfRecord>({
          name: `${slug}-history-${now().toISOString().slice(0, 10)}`,
          format,
          columns: Object.keys(COLUMNS),
          read: (after, limit) => readWholeHistory(database.db, { ...those, after: after ?? null, limit }),
          csvOf: (entry) => csvOf(entry, filter.path),
          jsonOf: (entry) => entry,
          signal: request.signal,
        }),
      );
    },
  });
}

/** One line per changed value, or only for the one at `path`. */
function csvOf(entry: HistoryOfRecord, path: string | undefined): string {
  const shown = path === undefined ? entry.changes : entry.changes.filter((change) => change.path === path);
  return shown.map((change) => csvLine(Object.values(COLUMNS).map((cell) => cell(entry, change)))).join('');
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return guardText(typeof value === 'string' ? value : JSON.stringify(value));
}
