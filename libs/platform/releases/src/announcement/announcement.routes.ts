import { defineRoute } from '@cubit/database';
import { idParam, listSchema, notFound, pageQuery } from '@cubit/core';
import {
  roleIncludes,
  type RouteDefinition,
  type RouteRequest,
  workspaceOf,
  workspaceParam,
  workspaceParams,
} from '@cubit/core/host';
import type { KernelServices } from '@cubit/records';
import { Type } from 'typebox';
import { releases } from '../releases.module.js';
import { AUDIENCES, releasesIn, type Audience } from '../tables/schema.js';
import { announcementSchema, showAnnouncement } from './announcement-schemas.js';
import { announcementsFor, listAnnouncements } from './list-announcements.js';

export const ANNOUNCEMENTS_PATH = '/api/v1/orgs/{workspace}/modules/releases/announcements';

/** Routes to read announcements, including those made before the workspace enabled the module. */
export function announcementRoutes({ database }: KernelServices): readonly RouteDefinition[] {
  const db = releasesIn(database.db);
  const common = { tag: releases.title, module: releases.name, access: 'viewer' } as const;

  const list = defineRoute({
    ...common,
    operationId: 'listReleaseAnnouncements',
    method: 'GET',
    path: ANNOUNCEMENTS_PATH,
    summary: 'List release announcements, newest first',
    description: 'All announcements of this instance. Only admins and owners see those for admins.',
    params: workspaceParams,
    query: Type.Object(pageQuery),
    responses: { 200: { description: 'A page of announcements.', schema: listSchema(announcementSchema) } },
    errors: ['invalid_query', 'invalid_cursor'],
    async handler(request) {
      const page = await listAnnouncements(db, { query: request.query, audiences: audiencesOf(request) });
      return { status: 200, body: { ...page, data: page.data.map(showAnnouncement) } };
    },
  });

  const get = defineRoute({
    ...common,
    operationId: 'getReleaseAnnouncement',
    method: 'GET',
    path: `${ANNOUNCEMENTS_PATH}/{id}`,
    summary: 'Read a release announcement',
    params: Type.Object({ workspace: workspaceParam, id: idParam('Id of the announcement.') }),
    responses: { 200: { description: 'The announcement.', schema: announcementSchema } },
    errors: ['not_found'],
    async handler(request) {
      const visible = announcementsFor(db, audiencesOf(request));
      const row = await visible.where('id', '=', request.params.id).selectAll().executeTakeFirst();
      if (!row) throw notFound('Announcement');
      return { status: 200, body: showAnnouncement(row) };
    },
  });

  return [list, get];
}

function audiencesOf(request: Pick<RouteRequest, 'workspace'>): readonly Audience[] {
  return roleIncludes(workspaceOf(request).role, 'admin') ? AUDIENCES : ['all'];
}
