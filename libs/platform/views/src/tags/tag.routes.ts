import { sql } from 'kysely';
import {
  actorOf,
  callerOf,
  type RouteDefinition,
  type RouteRequest,
  workspaceOf,
  workspaceParam,
  workspaceParams,
} from '@cubit/core/host';
import {
  errorOf,
  Field,
  idParam,
  isCubitError,
  listSchema,
  notFound,
  pageQuery,
  readPage,
  validationFailed,
} from '@cubit/core';
import { countRows, defineRoute, type Transaction } from '@cubit/database';
import { type KernelServices, tagColor, tagKey, tagName } from '@cubit/records';
import { Type, type Static } from 'typebox';
import { strict } from '../views/view-schemas.js';
import { replaceTag } from './replace-tag.js';
import { shownColor, storedColor } from './stored-color.js';
import { countUses, lockTag, tagBody, type TagRow } from './tag-rows.js';

const TAG = 'Tags';
const PATH = '/api/v1/orgs/{workspace}/tags';
const UNIQUE_VIOLATION = '23505';

const params = strict({ workspace: workspaceParam, id: idParam('Id of the tag.') });
const color = Field.color({
  description: 'Default: derived from the name. Takes `FF0000`, `#F00`, `#RRGGBBAA` and names of CSS.',
});
const alpha = Type.Optional(Field.colorAlpha());
const instant = Type.String({ format: 'date-time' });
const tagSchema = strict({
  id: Type.String({ format: 'uuid' }),
  name: tagName,
  color,
  color_alpha: alpha,
  count: Type.Integer({
    minimum: 0,
    description: 'Number of records of enabled modules with this tag, without the trash.',
  }),
  created_at: instant,
  updated_at: instant,
});
/** A tag in the archive of a workspace. */
export const tagLine = strict({ name: tagName, color, color_alpha: alpha, created_at: instant, updated_at: instant });
export type TagLine = Static<typeof tagLine>;
const newTag = strict({ name: tagName, color: Type.Optional(color), color_alpha: alpha });
const tagPatch = strict({ name: Type.Optional(tagName), color: Type.Optional(color), color_alpha: alpha });

const REWRITTEN =
  'Every record with the tag gets a new version and an entry in its history. No record events are emitted.';

export function tagRoutes(services: KernelServices): readonly RouteDefinition[] {
  return [
    listTags(services),
    createTag(services),
    getTag(services),
    updateTag(services),
    mergeTag(services),
    deleteTag(services),
  ];
}

function listTags({ database }: KernelServices): RouteDefinition {
  return defineRoute({
    operationId: 'listTags',
    method: 'GET',
    path: PATH,
    summary: 'List tags',
    description:
      'All tags of the workspace by name, including unused ones. A tag that a record uses for the first time is added.',
    tag: TAG,
    access: 'viewer',
    params: workspaceParams,
    query: strict(pageQuery),
    responses: { 200: { description: 'A page of tags.', schema: listSchema(tagSchema) } },
    errors: ['invalid_cursor'],
    async handler(request) {
      const workspace = workspaceOf(request);
      const tags = database.db.selectFrom('tag').where('workspace_id', '=', workspace.id);
      const page = await readPage(request.query, {
        list: `tags/${workspace.id}`,
        sortedBy: ['text', 'uuid'],
        rows(after, limit) {
          const rest = after
            ? tags.where(sql<boolean>`(name_key collate "C", id) > (${after[0]}, ${after[1]}::uuid)`)
            : tags;
          return rest
            .selectAll()
            .orderBy(sql`name_key collate "C"`)
            .orderBy('id')
            .limit(limit)
            .execute();
        },
        total: () => countRows(tags),
        valuesOf: ({ name_key: key, id }) => [key, id],
      });
      const uses = await countUses(
        database.db,
        workspace,
        page.data.map(({ name }) => name),
      );
      return { status: 200, body: { ...page, data: page.data.map((row) => tagBody(row, uses.get(row.name) ?? 0)) } };
    },
  });
}

function createTag(services: KernelServices): RouteDefinition {
  return defineRoute({
    operationId: 'createTag',
    method: 'POST',
    path: PATH,
    summary: 'Add a tag',
    tag: TAG,
    access: 'member',
    params: workspaceParams,
    body: { schema: newTag, example: { name: 'fragile', color: '#e45756' } },
    responses: {
      201: {
        description: 'The new tag.',
        schema: tagSchema,
        headers: { Location: { description: 'Path of the tag.', schema: Type.String() } },
      },
    },
    errors: ['validation_failed', 'already_exists'],
    async handler(request) {
      const workspace = workspaceOf(request);
      const { name, color: chosen, color_alpha: opacity } = request.body;
      const key = tagKey(name);
      const row = await request.transaction(async (tx) => {
        const times = { created_at: tx.now, updated_at: tx.now };
        const values = { workspace_id: workspace.id, id: services.newId(), name, name_key: key };
        return tx.db
          .insertInto('tag')
          .values({ ...values, ...times, color: storedColor({ color: chosen ?? tagColor(key), color_alpha: opacity }) })
          .onConflict((conflict) => conflict.columns(['workspace_id', 'name_key']).doNothing())
          .returningAll()
          .executeTakeFirstOrThrow(() => taken(name));
      });
      const location = `/api/v1/orgs/${workspace.slug}/tags/${row.id}`;
      return { status: 201, body: await shown(services, request, row), headers: { location } };
    },
  });
}

function getTag(services: KernelServices): RouteDefinition {
  return defineRoute({
    operationId: 'getTag',
    method: 'GET',
    path: `${PATH}/{id}`,
    summary: 'Read a tag',
    tag: TAG,
    access: 'viewer',
    params,
    responses: { 200: { description: 'The tag.', schema: tagSchema } },
    errors: ['not_found'],
    async handler(request) {
      const row = await services.database.db
        .selectFrom('tag')
        .selectAll()
        .where('workspace_id', '=', workspaceOf(request).id)
        .where('id', '=', request.params.id)
        .executeTakeFirstOrThrow(() => notFound('Tag'));
      return { status: 200, body: await shown(services, request, row) };
    },
  });
}

function updateTag(services: KernelServices): RouteDefinition {
  return defineRoute({
    operationId: 'updateTag',
    method: 'PATCH',
    path: `${PATH}/{id}`,
    summary: 'Rename or recolour a tag',
    description: `${REWRITTEN} The name of another tag gives \`409 already_exists\`: merge them instead.`,
    tag: TAG,
    access: 'member',
    params,
    body: {
      schema: tagPatch,
      mediaTypes: ['application/merge-patch+json', 'application/json'],
      example: { name: 'handle with care' },
    },
    responses: { 200: { description: 'The present tag.', schema: tagSchema } },
    errors: ['not_found', 'validation_failed', 'already_exists'],
    async handler(request) {
      const row = await request.transaction(async (tx) => {
        const workspaceId = workspaceOf(request).id;
        const before = await lockTag(tx, workspaceId, request.params.id);
        const { name = before.name, color: named = shownColor(before.color).color, color_alpha: given } = request.body;
        const isSame = request.body.color === undefined;
        const opacity = given ?? (isSame ? shownColor(before.color).color_alpha : undefined);
        const chosen = storedColor({ color: named, color_alpha: opacity });
        if (name === before.name && chosen === before.color) return before;
        const after = { name, name_key: tagKey(name), color: chosen, updated_at: tx.now };
        await tx.db
          .updateTable('tag')
          .set(after)
          .where('workspace_id', '=', workspaceId)
          .where('id', '=', before.id)
          .execute()
          .catch((error: unknown) => {
            throw isTaken(error) ? taken(name) : error;
          });
        if (name !== before.name) await rewrite(services, { tx, request }, { from: before.name, to: name });
        return { ...before, ...after };
      });
      return { status: 200, body: await shown(services, request, row) };
    },
  });
}

function mergeTag(services: KernelServices): RouteDefinition {
  return defineRoute({
    operationId: 'mergeTag',
    method: 'POST',
    path: `${PATH}/{id}/merge`,
    summary: 'Merge a tag into another',
    description: `Deletes the tag and gives its records the other one. ${REWRITTEN}`,
    tag: TAG,
    access: 'member',
    params,
    body: { schema: strict({ into: Type.String({ format: 'uuid', description: 'Id of the tag that stays.' }) }) },
    responses: { 200: { description: 'The tag that stays.', schema: tagSchema } },
    errors: ['not_found', 'validation_failed'],
    async handler(request) {
      const { id } = request.params;
      const { into } = request.body;
      if (into === id) throw validationFailed([{ path: '/into', code: 'invalid', message: 'is the tag itself.' }]);
      const row = await request.transaction(async (tx) => {
        const workspaceId = workspaceOf(request).id;
        // Lock both in the order of their ids, so that two opposite merges cannot deadlock.
        const locked = new Map<string, TagRow>();
        for (const tag of [id, into].sort())
          locked.set(tag, await lockTag(tx, workspaceId, tag).catch((error: unknown) => refuse(error, tag === into)));
        const [from, to] = [locked.get(id), locked.get(into)];
        if (!from || !to) throw notFound('Tag');
        await tx.db.deleteFrom('tag').where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
        await rewrite(services, { tx, request }, { from: from.name, to: to.name });
        return to;
      });
      return { status: 200, body: await shown(services, request, row) };
    },
  });
}

function deleteTag(services: KernelServices): RouteDefinition {
  return defineRoute({
    operationId: 'deleteTag',
    method: 'DELETE',
    path: `${PATH}/{id}`,
    summary: 'Delete a tag',
    description: `Removes the tag from its records. ${REWRITTEN}`,
    tag: TAG,
    access: 'member',
    params,
    responses: { 204: { description: 'Deleted.' } },
    errors: ['not_found'],
    async handler(request) {
      await request.transaction(async (tx) => {
        const workspaceId = workspaceOf(request).id;
        const { id, name } = await lockTag(tx, workspaceId, request.params.id);
        await tx.db.deleteFrom('tag').where('workspace_id', '=', workspaceId).where('id', '=', id).execute();
        await rewrite(services, { tx, request }, { from: name, to: null });
      });
      return { status: 204 };
    },
  });
}

type Request = Pick<RouteRequest, 'workspace' | 'caller'>;

async function rewrite(
  services: KernelServices,
  { tx, request }: { readonly tx: Transaction; readonly request: Request },
  names: { readonly from: string; readonly to: string | null },
): Promise<void> {
  await replaceTag({ services, tx, workspaceId: workspaceOf(request).id, actor: actorOf(callerOf(request)), ...names });
}

async function shown({ database }: KernelServices, request: Request, row: TagRow) {
  const uses = await countUses(database.db, workspaceOf(request), [row.name]);
  return tagBody(row, uses.get(row.name) ?? 0);
}

function taken(name: string) {
  const message = `A tag '${name}' exists already. Names differ by more than case.`;
  return errorOf('already_exists', message, { details: [{ path: '/name', code: 'already_exists', message }] });
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
}

/** A missing tag of the path is `404`; a missing tag of the body is a fault of the body. */
function refuse(error: unknown, inBody: boolean): never {
  if (!inBody || !isCubitError(error)) throw error;
  throw validationFailed([{ path: '/into', code: 'unknown_reference', message: 'is not a tag of the workspace.' }]);
}
