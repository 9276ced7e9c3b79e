import { Type } from 'typebox';
import { dependent, type KernelServices, recordSchemas, routeBase, shapeIn } from '@cubit/records';
import { defineRoute } from '@cubit/database';
import {
  callerOf,
  invalidQuery,
  kindPath,
  type RegisteredKind,
  type RouteDefinition,
  type RouteRequest,
  workspaceOf,
  workspaceParams,
} from '@cubit/core/host';
import type { RouteReply } from '@cubit/core';
import { PageKeys } from '../keys/page-keys.js';
import type { ReadView } from '../views.js';
import { EXPORT_FORMATS, formatOf, type ExportFormat } from './formats.js';
import { exportRecords } from './record-stream.js';

export interface ExportContext {
  readonly services: KernelServices;
  /** Absent if the service has no views; then the route has no `view`. */
  readonly readView?: ReadView;
}

interface ExportQuery {
  readonly format?: ExportFormat;
  readonly filter?: string;
  readonly sort?: string;
  readonly view?: string;
  readonly bom?: boolean;
}

export function exportRoute({ services, readView }: ExportContext, kind: RegisteredKind): RouteDefinition {
  const { singular: _, plural, ...base } = routeBase({ kind }, 'export', 'viewer');
  const view = readView
    ? {
        view: Type.Optional(Type.String({ format: 'uuid', description: 'A saved view: its filter, sort and fields.' })),
      }
    : {};
  return defineRoute({
    ...base,
    method: 'GET',
    path: `${kindPath(kind)}/export`,
    summary: `Export ${plural}`,
    description:
      'Streams every record that the filter selects. A CSV file has a column per field, and next to each reference, which is an id, a column `<field>.key` ' +
      'with its readable name (`Resistors/SMD`). Text that a spreadsheet would read as a formula gets a leading apostrophe. An exported file can be imported unchanged.',
    params: workspaceParams,
    query: Type.Object({
      format: Type.Optional(
        Type.Unsafe<ExportFormat>({
          type: 'string',
          enum: [...EXPORT_FORMATS],
          default: 'csv',
          description: '`json` is one array, `ndjson` one record per line.',
        }),
      ),
      filter: Type.Optional(
        Type.String({ description: 'A CEL expression over the record, at most 1,000 characters.' }),
      ),
      sort: Type.Optional(
        Type.String({ maxLength: 500, description: 'As for a list. Default: by id, which is by creation time.' }),
      ),
      bom: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'Writes a byte order mark at the start of a CSV file, for spreadsheets that would otherwise assume another encoding.',
        }),
      ),
      ...view,
    }),
    responses: {
      200: {
        description: `The ${plural}, as a file.`,
        mediaType: 'text/csv',
        schema: Type.String(),
        otherMediaTypes: {
          'application/json': dependent(kind, (shape) => Type.Array(recordSchemas(shape).presented)),
          'application/x-ndjson': Type.String(),
        },
      },
    },
    errors: ['invalid_query', 'invalid_filter', 'query_too_costly', ...(readView ? ['not_found'] : [])],
    streaming: true,
    handler: (request) => answerExport({ services, readView }, kind, request),
  });
}

interface ExportParts {
  readonly services: KernelServices;
  readonly readView: ReadView | undefined;
}

async function answerExport(
  { services, readView }: ExportParts,
  kind: RegisteredKind,
  request: RouteRequest,
): Promise<RouteReply> {
  const { format = 'csv', bom = false, ...query } = request.query as ExportQuery;
  const workspace = workspaceOf(request);
  const shape = shapeIn(workspace.schema, kind);
  const shown = query.view === undefined || !readView ? null : await readView(services, request, query.view);
  if (shown && shown.kind !== kind.id) throw invalidQuery('view', `it is of the kind '${shown.kind}'.`);
  const filter = bothOf(query.filter, shown?.filter);
  const sort = query.sort ?? shown?.sort;
  const written = formatOf(format, { shape, fields: shown?.fields ?? null, bom });
  const { database, registry } = services;
  const source = { database, workspaceId: workspace.id, kind, shape, now: services.now() };
  const stream = await exportRecords({
    source,
    query: { ...(filter ? { filter } : {}), ...(sort ? { sort } : {}) },
    format: written,
    keys: new PageKeys({ db: database.db, workspaceId: workspace.id }, registry, {
      shape,
      addresses: callerOf(request).scopes.length === 0,
    }),
    signal: request.signal,
  });
  const name = `${workspace.slug}-${kind.local}-${services.now().toISOString().slice(0, 10)}.${written.extension}`;
  return {
    status: 200,
    stream,
    mediaType: written.mediaType,
    headers: { 'content-disposition': `attachment; filename="${name}"`, 'cache-control': 'no-store' },
  };
}

function bothOf(first: string | undefined, second: string | null | undefined): string | null {
  if (!first || !second) return first || second || null;
  return `(${first}) && (${second})`;
}
