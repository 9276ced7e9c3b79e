import { Type } from 'typebox';
import { notFound, validationFailed } from '@cubit/core';
import { type AnyRecord, kindPath, type RouteDefinition, type RouteRequest } from '@cubit/core/host';
import { defineRoute } from '@cubit/database';
import { resolveTags } from '../write/resolve-tags.js';
import { tagKey } from '../tags/tag-name.js';
import type { WorkspaceTransaction } from '../transaction/workspace-transaction.js';
import {
  moduleErrors,
  recordParams,
  type RecordRouteContext,
  routeBase,
  workspaceTransaction,
} from './record-route-context.js';
import { MAX_TAGS, tagName } from './record-schemas.js';
import { answerOf, assertMatch, recordAnswer } from './write.routes.js';

export function addTagRoute(context: RecordRouteContext): RouteDefinition {
  const { kind } = context;
  const { singular, plural: _, ...base } = routeBase(context, 'tag', 'member');
  return defineRoute({
    ...base,
    method: 'PUT',
    path: `${kindPath(kind)}/{id}/tags/{name}`,
    summary: `Tag a ${singular}`,
    description:
      'The spelling of the workspace is used for a tag in another letter case; an unknown tag is created. Repeatable.',
    params: tagParams(context),
    responses: { 200: recordAnswer(context, `The ${singular} with the tag.`) },
    errors: errorsOf(context),
    async handler(request) {
      const record = await request.transaction(async (tx) => {
        const transaction = workspaceTransaction(context, request, tx);
        const { services, workspace } = transaction;
        const settle = await resolveTags({ tx, workspaceId: workspace.id, newId: services.newId }, [nameIn(request)]);
        return retag(context, { request, transaction }, (tags) => [
          ...new Set([...tags, ...settle([nameIn(request)])]),
        ]);
      });
      return { status: 200, ...answerOf(context, request, record) };
    },
  });
}

export function removeTagRoute(context: RecordRouteContext): RouteDefinition {
  const { kind } = context;
  const { singular, plural: _, ...base } = routeBase(context, 'untag', 'member');
  return defineRoute({
    ...base,
    method: 'DELETE',
    path: `${kindPath(kind)}/{id}/tags/{name}`,
    summary: `Remove a tag from a ${singular}`,
    description: 'In any letter case. Repeatable.',
    params: tagParams(context),
    responses: { 204: { description: `The ${singular} without the tag.` } },
    errors: errorsOf(context),
    async handler(request) {
      const key = tagKey(nameIn(request));
      await request.transaction((tx) =>
        retag(context, { request, transaction: workspaceTransaction(context, request, tx) }, (tags) =>
          tags.filter((tag) => tagKey(tag) !== key),
        ),
      );
      return { status: 204 };
    },
  });
}

function tagParams(context: RecordRouteContext) {
  return Type.Object({ ...recordParams(context.kind).properties, name: tagName });
}

function errorsOf({ kind, services }: RecordRouteContext): readonly string[] {
  return ['not_found', 'validation_failed', 'version_conflict', 'conflict', ...moduleErrors(services, kind.module)];
}

const nameIn = ({ params }: Pick<RouteRequest, 'params'>) => params['name'] ?? '';

async function retag(
  { kind }: RecordRouteContext,
  { request, transaction }: { readonly request: RouteRequest; readonly transaction: WorkspaceTransaction },
  change: (tags: readonly string[]) => readonly string[],
): Promise<AnyRecord> {
  const id = request.params['id'] ?? '';
  const before = (await transaction.writer.locked.lock(kind, [id])).get(id);
  if (!before) throw notFound(kind.definition.title[0]);
  assertMatch(request, before);
  const tags = change(before.tags);
  if (tags.length > MAX_TAGS)
    throw validationFailed([
      { path: 'path:name', code: 'too_many', message: `a record has at most ${MAX_TAGS} tags.` },
    ]);
  const item = { id, tags, change: (record: AnyRecord) => record.fields as Readonly<Record<string, unknown>> };
  const [after] = await transaction.writer.update(kind, [item], null);
  return after ?? before;
}
