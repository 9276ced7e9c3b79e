import { Type } from 'typebox';
import { listSchema, notFound, pageQuery } from '@cubit/core';
import { defineRoute } from '@cubit/database';
import { etagMatches, kindPath, MAX_LIMIT, type RouteDefinition, workspaceOf, workspaceParams } from '@cubit/core/host';
import { etagOf } from '../write/conditions.js';
import { type Presentation, presentRecords } from '../read/expand.js';
import type { ListQuery } from '../read/list-records.js';
import { MAX_IDS_LENGTH } from '../read/parse-ids.js';
import { readRecord } from '../read/read-record.js';
import { etagHeader, recordParams, type RecordRouteContext, routeBase, shapeIn } from './record-route-context.js';
import { recordPageText } from './record-page.js';
import { familySchemas } from './record-schemas.js';
import { MAX_EXPRESSION_LENGTH } from '@cubit/expressions';

const presentationQuery = {
  fields: Type.Optional(
    Type.String({ maxLength: 2_000, description: 'Only these members of `fields`, separated by commas.' }),
  ),
  expand: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'References to expand to records, and declared children to add, separated by commas.',
    }),
  ),
};

export const filterQuery = {
  filter: Type.Optional(
    Type.String({
      description: `A CEL expression over the record, of ${MAX_EXPRESSION_LENGTH} characters at most: \`quantity < 5 && "smd" in tags\`.`,
    }),
  ),
};

export const sortQuery = {
  sort: Type.Optional(
    Type.String({
      maxLength: 500,
      description:
        'Columns and fields, separated by commas; `-` for descending. Titles are sorted as people read them, other texts by code points. The id is the last key.',
      examples: ['-created_at'],
    }),
  ),
};

export const deletedQuery = {
  deleted: Type.Optional(Type.Boolean({ default: false, description: 'List the trash instead.' })),
};

export function listRoute(context: RecordRouteContext): RouteDefinition {
  const { kind, services } = context;
  const { singular, plural, ...base } = routeBase(context, 'list', 'viewer');
  return defineRoute({
    ...base,
    method: 'GET',
    path: kindPath(kind),
    summary: `List ${plural}`,
    description: kind.definition.description ?? `A page of ${plural}; each is a ${singular}.`,
    params: workspaceParams,
    query: Type.Object({
      ...pageQuery,
      ...filterQuery,
      ...sortQuery,
      ids: Type.Optional(
        Type.String({
          maxLength: MAX_IDS_LENGTH,
          description: `Only records with these ids, separated by commas: at most ${MAX_LIMIT}. All of them are on one page; \`limit\` does not apply.`,
        }),
      ),
      q: Type.Optional(
        Type.String({
          maxLength: MAX_EXPRESSION_LENGTH,
          description:
            'A filter in the short form that people type: `resistance >= 10k && tolerance <= 1%`. A name is a field, else a parameter. Words find what the search of the workspace finds by them, and titles that contain them.',
          examples: ['resistance >= 10k && tolerance <= 1%'],
        }),
      ),
      ...presentationQuery,
      ...deletedQuery,
    }),
    responses: {
      200: {
        description: `A page of ${plural}.`,
        schema: (schema) => listSchema(familySchemas(schema, kind).presented),
      },
    },
    errors: ['invalid_query', 'invalid_cursor', 'invalid_filter', 'query_too_costly'],
    async handler(request) {
      const source = { services, workspace: workspaceOf(request), kind };
      return { status: 200, json: `{${await recordPageText(source, request.query as ListQuery & Presentation)}}` };
    },
  });
}

export function readRoute(context: RecordRouteContext): RouteDefinition {
  const { kind, services } = context;
  const { singular, plural: _, ...base } = routeBase(context, 'get', 'viewer');
  return defineRoute({
    ...base,
    method: 'GET',
    path: `${kindPath(kind)}/{id}`,
    summary: `Read a ${singular}`,
    description:
      'The `ETag` changes with the answer, and starts with the record’s version, which `If-Match` compares. With `If-None-Match`, an unchanged record is answered with `304`.',
    params: recordParams(kind),
    query: Type.Object({ ...presentationQuery, ...deletedQuery }),
    responses: {
      200: {
        description: `The ${singular}.`,
        schema: (schema) => familySchemas(schema, kind).presented,
        headers: etagHeader,
      },
      304: { description: 'The client has the present version.' },
    },
    errors: ['invalid_query', 'not_found'],
    async handler(request) {
      const workspace = workspaceOf(request);
      const query = request.query as Presentation & { readonly deleted?: boolean };
      const row = await readRecord(services.database, kind, {
        workspaceId: workspace.id,
        id: request.params['id'] ?? '',
      });
      if (!row || (row.deleted_at !== null) !== (query.deleted ?? false)) throw notFound(kind.definition.title[0]);
      const shape = shapeIn(workspace.schema, kind);
      const source = { db: services.database.db, registry: services.registry, workspace, shape };
      const present = async () => (await presentRecords(source, [row], query))[0] ?? '';
      // Records that are put in place of references have versions of their own.
      const expanded = query.expand === undefined ? undefined : await present();
      const etag = etagOf(
        row.version,
        { hasRollups: shape.hasRollups || expanded !== undefined },
        expanded ?? row.fields,
      );
      const headers = { etag };
      const { ifNoneMatch } = request.headers;
      if (etagMatches(ifNoneMatch, etag)) return { status: 304, headers };
      const json = expanded ?? (await present());
      return { status: 200, json, headers };
    },
  });
}
