import { notFound } from '@cubit/core';
import { defineRoute } from '@cubit/database';
import { callerOf, type RouteDefinition, workspaceOf } from '@cubit/core/host';
import type { DisplayContext } from './display-context.js';
import { listsOf } from './display-lists.js';
import { displayParams, DISPLAYS_PATH, shownDisplay, TAG } from './display-schemas.js';

/** The one route of records that a display reads: it answers what the display shows, and takes nothing that could widen it. */
export function shownDisplayRoute({ services }: DisplayContext): RouteDefinition {
  return defineRoute({
    operationId: 'getDisplay',
    method: 'GET',
    path: `${DISPLAYS_PATH}/{id}`,
    summary: 'What a display shows',
    description:
      'For the screen itself, with its credential, and for members, who see what is on the wall. Values that are members or files are left out, and of other records only their titles are shown. A display reads no other one.',
    tag: TAG,
    access: 'viewer',
    display: true,
    params: displayParams,
    responses: { 200: { description: 'The display and its records.', schema: shownDisplay } },
    errors: ['not_found', 'query_too_costly'],
    async handler(request) {
      const { id } = request.params;
      const { credential } = callerOf(request);
      const isOther = credential.type === 'display' && credential.id !== id;
      const row = isOther
        ? undefined
        : await services.database.db
            .selectFrom('display')
            .select(['id', 'title', 'shows'])
            .where('workspace_id', '=', workspaceOf(request).id)
            .where('id', '=', id)
            .executeTakeFirst();
      if (!row) throw notFound('Display');
      return { status: 200, body: { ...row, lists: await listsOf({ services, request }, row.shows) } };
    },
  });
}
