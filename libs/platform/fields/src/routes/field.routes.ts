import { sql } from 'kysely';
import { listSchema, notFound, readPage } from '@cubit/core';
import { countFrom, defineRoute } from '@cubit/database';
import {
  type FieldDefinition,
  typeHolds,
  type RouteDefinition,
  typeOfName,
  workspaceOf,
  workspaceParams,
} from '@cubit/core/host';
import { jobSchema, showJob } from '@cubit/jobs';
import { Type } from 'typebox';
import { fieldBody, readField, readFields } from '../definition/field-row.js';
import { createField, type Draft } from '../definition/create-field.js';
import { deleteField } from '../definition/delete-field.js';
import type { Saved, SaveParts } from '../definition/save-parts.js';
import { updateField } from '../definition/update-field.js';
import {
  dryRunQuery,
  fieldParams,
  fieldPatch,
  fieldSchema,
  FIELDS_PATH,
  listQuery,
  newField,
  strict,
  TAG,
  type FieldPatch,
  type NewField,
} from './field-schemas.js';

const CHECKED =
  'Existing values are checked first: those that do not fit give `409 conflict` with their number and some of the records; nothing is ' +
  'dropped or converted. `dry_run=true` only reports. ';
const errors = ['validation_failed', 'conflict', 'already_exists', 'quota_exceeded', 'invalid_query'];

export function fieldRoutes(parts: SaveParts): readonly RouteDefinition[] {
  return [listFields(parts), addField(parts), getField(parts), changeField(parts), removeField(parts)];
}

function listFields({ services: { database } }: SaveParts): RouteDefinition {
  return defineRoute({
    operationId: 'listFieldDefinitions',
    method: 'GET',
    path: FIELDS_PATH,
    summary: 'List field definitions',
    description: 'The fields that the workspace has added to the kinds of its enabled modules, by kind and position.',
    tag: TAG,
    access: 'viewer',
    params: workspaceParams,
    query: listQuery,
    responses: { 200: { description: 'A page of field definitions.', schema: listSchema(fieldSchema) } },
    errors: ['invalid_cursor'],
    async handler(request) {
      const { id: workspaceId, schema } = workspaceOf(request);
      const { kind, deleted = false } = request.query;
      const kinds = [...schema.kinds.keys()].filter((id) => kind === undefined || id === kind);
      const wanted = sql`kind = any(${kinds}::text[]) and ${deleted ? sql`deleted_at is not null` : sql`deleted_at is null`}`;
      const page = await readPage(request.query, {
        list: `field-definitions/${workspaceId}/${kind ?? ''}/${deleted}`,
        sortedBy: ['text', 'integer', 'uuid'],
        rows(after, limit) {
          const rest = after
            ? sql`and (kind, position, id) > (${after[0]}, ${after[1]}::integer, ${after[2]}::uuid)`
            : sql``;
          return readFields(database.db, { workspaceId, condition: sql`${wanted} ${rest}`, limit });
        },
        total: () =>
          countFrom(database.db, sql`from field_definition where workspace_id = ${workspaceId} and ${wanted}`),
        valuesOf: (field) => [field.kind, String(field.position), field.id],
      });
      return { status: 200, body: { ...page, data: page.data.map(fieldBody) } };
    },
  });
}

function addField(parts: SaveParts): RouteDefinition {
  return defineRoute({
    operationId: 'createFieldDefinition',
    method: 'POST',
    path: FIELDS_PATH,
    summary: 'Add a field to a kind',
    description:
      'It takes effect with the next request, on every process: in validation, filters, sorts, search, import, export and the OpenAPI ' +
      `document. The name of a deleted definition restores its values. ${CHECKED}`,
    tag: TAG,
    access: 'admin',
    params: workspaceParams,
    query: dryRunQuery,
    body: {
      schema: newField,
      example: { kind: 'inventory:part', name: 'supply_voltage', title: 'Supply voltage', type: 'number', unit: 'V' },
    },
    responses: {
      201: {
        description: 'The new definition.',
        schema: fieldSchema,
        headers: { Location: { description: 'Path of the definition.', schema: Type.String() } },
      },
      200: { description: 'With `dry_run`: the definition as it would be, and the report.', schema: fieldSchema },
    },
    errors,
    async handler(request) {
      const { dry_run: dryRun = false } = request.query;
      const draft = draftOf(request.body);
      const saved = await request.transaction((tx) => createField(parts, { tx, request, dryRun }, draft));
      if (dryRun) return { status: 200, body: bodyOf(saved) };
      const location = `/api/v1/orgs/${workspaceOf(request).slug}/field-definitions/${saved.row.id}`;
      return { status: 201, body: bodyOf(saved), headers: { location } };
    },
  });
}

function getField({ services: { database } }: SaveParts): RouteDefinition {
  return defineRoute({
    operationId: 'getFieldDefinition',
    method: 'GET',
    path: `${FIELDS_PATH}/{id}`,
    summary: 'Read a field definition',
    tag: TAG,
    access: 'viewer',
    params: fieldParams,
    responses: { 200: { description: 'The definition, even if deleted.', schema: fieldSchema } },
    errors: ['not_found'],
    async handler(request) {
      const { id: workspaceId, schema } = workspaceOf(request);
      const row = await readField(database.db, { workspaceId, id: request.params.id });
      if (!row || !schema.kinds.has(row.kind)) throw notFound('Field definition');
      return { status: 200, body: fieldBody(row) };
    },
  });
}

function changeField(parts: SaveParts): RouteDefinition {
  return defineRoute({
    operationId: 'updateFieldDefinition',
    method: 'PATCH',
    path: `${FIELDS_PATH}/{id}`,
    summary: 'Change a field definition',
    description: `A JSON merge patch. ${CHECKED}`,
    tag: TAG,
    access: 'admin',
    params: fieldParams,
    query: dryRunQuery,
    body: {
      schema: fieldPatch,
      mediaTypes: ['application/merge-patch+json', 'application/json'],
      example: { type: 'select', options: ['3.3 V', '5 V'] },
    },
    responses: {
      200: {
        description: 'The present definition; with `dry_run` the resulting one, and the report.',
        schema: fieldSchema,
      },
    },
    errors: [...errors, 'not_found'],
    async handler(request) {
      const { dry_run: dryRun = false } = request.query;
      const { id } = request.params;
      const change = (before: FieldDefinition) => patched(before, request.body);
      const saved = await request.transaction((tx) => updateField(parts, { tx, request, dryRun }, { id, change }));
      return { status: 200, body: bodyOf(saved) };
    },
  });
}

function removeField(parts: SaveParts): RouteDefinition {
  return defineRoute({
    operationId: 'deleteFieldDefinition',
    method: 'DELETE',
    path: `${FIELDS_PATH}/{id}`,
    summary: 'Delete a field definition',
    description:
      'The values stay in the records, hidden, and a definition of the same name restores them. With `purge=true` a job removes them ' +
      'permanently, also those of a definition that was deleted before. History entries remain.',
    tag: TAG,
    access: 'admin',
    params: fieldParams,
    query: strict({
      purge: Type.Optional(Type.Boolean({ default: false, description: 'True: also removes the values.' })),
    }),
    responses: {
      204: { description: 'Deleted. The values remain stored.' },
      202: { description: 'With `purge`: the job that removes the values.', schema: jobSchema },
    },
    errors: ['not_found', 'invalid_query'],
    async handler(request) {
      const { id } = request.params;
      const { purge = false } = request.query;
      return request.transaction(async (tx) => {
        const job = await deleteField(parts, { tx, request }, { id, purge });
        if (job === null) return { status: 204 };
        const { rows } = await sql<Parameters<typeof showJob>[0]>`select * from job
          where workspace_id = ${workspaceOf(request).id} and id = ${job}`.execute(tx.db);
        return { status: 202, body: rows.map((row) => showJob(row))[0] };
      });
    },
  });
}

function draftOf(body: NewField): Draft {
  const { title = titleOf(body.name), required = false, indexed = false, unique = false, ...given } = body;
  const { options = null, target_kind = null, unit = null, help = null, position = null } = given;
  const { kind, name } = given;
  const type = typeOfName(given.type);
  const on_delete = given.on_delete ?? (typeHolds(type, 'record') ? 'clear' : null);
  const settings = { options, default: given.default ?? null, target_kind, on_delete, unit, help, position };
  return { kind, name, title, type, required, indexed, is_unique: unique, ...settings };
}

/** A change of the type resets the members that belong to the former type. */
function patched(before: FieldDefinition, patch: FieldPatch): FieldDefinition {
  const { unique = before.is_unique, ...given } = patch;
  const type = given.type === undefined ? before.type : typeOfName(given.type);
  const isReference = typeHolds(type, 'record');
  const fallbacks = {
    options: typeHolds(type, 'option') ? before.options : null,
    target_kind: isReference ? before.target_kind : null,
    on_delete: isReference ? (before.on_delete ?? 'clear') : null,
  };
  const merged = { ...before, ...fallbacks, ...given, type, is_unique: unique };
  return { ...merged, on_delete: isReference ? (merged.on_delete ?? 'clear') : merged.on_delete };
}

/** `supply_voltage`: Supply voltage. */
function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function bodyOf({ row, report }: Saved) {
  return report ? { ...fieldBody(row), report } : fieldBody(row);
}
