import { Type } from 'typebox';
import {
  type AnyRecord,
  type FieldValues,
  kindPath,
  type ResponseSpec,
  type RouteDefinition,
  type RouteRequest,
  workspaceOf,
  workspaceParams,
} from '@cubit/core/host';
import { defineRoute } from '@cubit/database';
import { type BatchOperation, runBatch } from './batch.js';
import { etagOf, namesVersion, versionConflict } from '../write/conditions.js';
import { earlierContent, withEarlier } from './earlier-version.js';
import { patchFields } from './patch-fields.js';
import { purgeRecord } from './purge-record.js';
import {
  dependent,
  etagHeader,
  moduleErrors,
  recordParams,
  type RecordRouteContext,
  routeBase,
  shapeIn,
  workspaceTransaction,
} from './record-route-context.js';
import { familySchemas, recordSchemas } from './record-schemas.js';
import { childKinds } from '../write/children.js';
import { childrenIn, createWithChildren } from '../write/create-with-children.js';
import { visibleFamily } from '../read/visible-record.js';

const conflicts = ['already_exists', 'conflict', 'validation_failed'];

/** Error codes that hooks of a kind may return, in addition to those of the kernel. */
function hookErrors({ kind, services }: RecordRouteContext): readonly string[] {
  return ['conflict', 'in_use', 'insufficient_stock', 'invalid_transition', ...moduleErrors(services, kind.module)];
}

export function recordAnswer(
  { kind }: RecordRouteContext,
  description: string,
  headers: ResponseSpec['headers'] = etagHeader,
): ResponseSpec {
  return { description, schema: dependent(kind, (shape) => recordSchemas(shape).record), headers };
}

export function createRoute(context: RecordRouteContext): RouteDefinition {
  const { kind } = context;
  const { singular, plural: _, ...base } = routeBase(context, 'create', 'member');
  const location = { Location: { description: 'Path of the new record.', schema: Type.String() } };
  return defineRoute({
    ...base,
    method: 'POST',
    path: kindPath(kind),
    summary: `Create a ${singular}`,
    params: workspaceParams,
    body: {
      schema: (schema) => familySchemas(schema, kind).create,
      ...(kind.definition.example ? { example: { fields: kind.definition.example } } : {}),
      // The example of a module does not contain the custom fields that a workspace requires.
      exampleFits: (workspace) =>
        ![...shapeIn(workspace, kind).fields.values()].some(({ custom, required }) => custom !== null && required),
    },
    responses: {
      201: {
        description: `The new ${singular}.`,
        schema: (schema) => familySchemas(schema, kind).created,
        headers: { ...etagHeader, ...location },
      },
    },
    errors: [...conflicts, ...hookErrors(context)],
    async handler(request) {
      const body = request.body as { readonly fields: FieldValues; readonly tags?: readonly string[] };
      const children = childrenIn(childKinds(workspaceOf(request).schema, kind), body);
      const record = await request.transaction(async (tx) => {
        const { fields, tags } = body;
        const families = [{ fields, ...(tags ? { tags } : {}), children }];
        const [created] = await createWithChildren(workspaceTransaction(context, request, tx), kind, families);
        return created as AnyRecord;
      });
      const path = `/api/v1/orgs/${workspaceOf(request).slug}/modules/${kind.module}/records/${kind.local}/${record.id}`;
      const { body: answer, headers } = answerOf(context, request, record);
      return { status: 201, body: answer, headers: { ...headers, location: path } };
    },
  });
}

export function updateRoute(context: RecordRouteContext): RouteDefinition {
  const { kind } = context;
  const { singular, plural: _, ...base } = routeBase(context, 'update', 'member');
  return defineRoute({
    ...base,
    method: 'PATCH',
    path: `${kindPath(kind)}/{id}`,
    summary: `Change a ${singular}`,
    description:
      'A JSON merge patch (RFC 7396): `null` removes a member, an absent member is unchanged. A patch that changes nothing creates no new version.',
    params: recordParams(kind),
    body: {
      schema: dependent(kind, (shape) => recordSchemas(shape).patch),
      mediaTypes: ['application/merge-patch+json', 'application/json'],
    },
    responses: { 200: recordAnswer(context, `The present ${singular}.`) },
    errors: [...conflicts, ...hookErrors(context), 'not_found', 'version_conflict'],
    async handler(request) {
      const { fields: patch = {}, tags } = request.body as {
        readonly fields?: FieldValues;
        readonly tags?: readonly string[];
      };
      const shape = shapeIn(workspaceOf(request).schema, kind);
      const record = await request.transaction(async (tx) => {
        const item = {
          id: request.params['id'] ?? '',
          ...(tags ? { tags } : {}),
          change: (before: AnyRecord) => {
            assertMatch(request, before);
            return patchFields(shape, before.fields as FieldValues, { patch, prefix: '' });
          },
        };
        const [updated] = await workspaceTransaction(context, request, tx).writer.update(kind, [item], null);
        return updated as AnyRecord;
      });
      return { status: 200, ...answerOf(context, request, record) };
    },
  });
}

export function deleteRoute(context: RecordRouteContext): RouteDefinition {
  const { kind } = context;
  const { singular, plural: _, ...base } = routeBase(context, 'delete', 'member');
  return defineRoute({
    ...base,
    method: 'DELETE',
    path: `${kindPath(kind)}/{id}`,
    summary: `Delete a ${singular}`,
    description:
      'Moves it to the trash. With `permanent=true` it is deleted permanently, also from the trash, which requires the role admin.',
    params: recordParams(kind),
    query: Type.Object({
      permanent: Type.Optional(Type.Boolean({ default: false, description: 'Delete permanently.' })),
    }),
    responses: { 204: { description: 'Deleted.' } },
    errors: ['not_found', ...hookErrors(context), 'version_conflict', 'forbidden', 'invalid_query'],
    async handler(request) {
      const id = request.params['id'] ?? '';
      const { permanent = false } = request.query as { readonly permanent?: boolean };
      await request.transaction(async (tx) => {
        const transaction = workspaceTransaction(context, request, tx);
        if (permanent) transaction.requireRole('admin', 'Deleting permanently');
        const locked = (await transaction.writer.locked.lock(kind, [id], 'delete')).get(id);
        if (locked) assertMatch(request, locked);
        if (permanent) await purgeRecord(transaction, kind, id);
        else await transaction.writer.remove(kind, [{ id }], null);
      });
      return { status: 204 };
    },
  });
}

export function restoreRoute(context: RecordRouteContext): RouteDefinition {
  const { kind } = context;
  const { singular, plural: _, ...base } = routeBase(context, 'restore', 'member');
  return defineRoute({
    ...base,
    method: 'POST',
    path: `${kindPath(kind)}/{id}/restore`,
    summary: `Restore a ${singular}`,
    description:
      'Restores it from the trash. With `version`, also for a live record: its fields and tags are set to those of that version, as an update ' +
      'that its kind may refuse; computed fields are unchanged.',
    params: recordParams(kind),
    query: Type.Object({
      version: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'A version of its history.' }),
      ),
    }),
    responses: { 200: recordAnswer(context, `The ${singular}, live again.`) },
    errors: ['not_found', ...conflicts, ...hookErrors(context), 'version_conflict', 'invalid_query'],
    async handler(request) {
      const id = request.params['id'] ?? '';
      const { version } = request.query as { readonly version?: number };
      const record = await request.transaction(async (tx) => {
        const transaction = workspaceTransaction(context, request, tx);
        const { writer, workspace } = transaction;
        const live = version === undefined ? undefined : (await writer.locked.lock(kind, [id])).get(id);
        if (live) assertMatch(request, live);
        const [restored] = live ? [live] : await writer.restore(kind, [{ id }]);
        if (version === undefined) return restored as AnyRecord;
        // The history must include the restore from the trash.
        await transaction.flush();
        const earlier = await earlierContent(tx, restored as AnyRecord, { workspaceId: workspace.id, version });
        const change = ({ fields }: AnyRecord) =>
          withEarlier(shapeIn(workspace.schema, kind), fields as FieldValues, earlier.fields);
        const [changed] = await writer.update(
          kind,
          [{ id, change, ...(earlier.tags ? { tags: earlier.tags } : {}) }],
          null,
        );
        return changed as AnyRecord;
      });
      return { status: 200, ...answerOf(context, request, record) };
    },
  });
}

export function batchRoute(context: RecordRouteContext): RouteDefinition {
  const { kind } = context;
  const { singular: _, plural, ...base } = routeBase(context, 'batch', 'member');
  return defineRoute({
    ...base,
    method: 'POST',
    path: `${kindPath(kind)}/batch`,
    summary: `Write many ${plural} at once`,
    description:
      'Up to 1,000 operations, all or none, in order. The paths of faults contain the index of the operation: `/operations/3/fields/name`. A batch may contain a record only once: a second operation on it is `422` with `duplicate` at `/operations/<n>/id`.',
    params: workspaceParams,
    body: { schema: (schema) => familySchemas(schema, kind).batch },
    responses: {
      200: {
        description: 'The result of each operation, in order.',
        schema: (schema) =>
          Type.Object({
            results: Type.Array(
              Type.Object({
                status: Type.Integer({ description: 'The status of the single operation.' }),
                record: Type.Union([familySchemas(schema, kind).created, Type.Null()], {
                  description: 'Null for a deleted one.',
                }),
              }),
            ),
          }),
      },
    },
    errors: [...conflicts, ...hookErrors(context), 'not_found', 'version_conflict'],
    async handler(request) {
      const { operations } = request.body as { readonly operations: readonly BatchOperation[] };
      const shape = shapeIn(workspaceOf(request).schema, kind);
      const results = await request.transaction((tx) =>
        runBatch(workspaceTransaction(context, request, tx), { kind, shape, operations }),
      );
      return {
        status: 200,
        body: {
          results: results.map(({ status, record }) => ({
            status,
            record: record && visibleFamily(workspaceOf(request).schema, kind, record),
          })),
        },
      };
    },
  });
}

export function answerOf({ kind }: RecordRouteContext, request: RouteRequest, record: AnyRecord) {
  const { schema } = workspaceOf(request);
  const etag = etagOf(record.version, shapeIn(schema, kind), record.fields);
  return { body: visibleFamily(schema, kind, record), headers: { etag } };
}

/** Throws `412 version_conflict` if `If-Match` names another version. */
export function assertMatch(request: RouteRequest, record: AnyRecord): void {
  const { ifMatch } = request.headers;
  if (ifMatch !== undefined && !namesVersion(ifMatch, record.version)) throw versionConflict(record.version);
}
