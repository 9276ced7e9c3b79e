import {
  type Caller,
  callerOf,
  type RouteDefinition,
  type RouteRequest,
  workspaceOf,
  workspaceParams,
} from '@cubit/core/host';
import { defineRoute } from '@cubit/database';
import { fail } from '@cubit/core';
import type { KernelServices } from '@cubit/records';
import type { Jobs } from '@cubit/jobs';
import { Type } from 'typebox';
import { releases } from '../releases.module.js';
import { ANNOUNCE_OPERATION } from '../scopes.js';
import { announce } from './announce.js';
import { ANNOUNCEMENTS_PATH } from './announcement.routes.js';
import { newAnnouncement, showProgress, announcementProgressSchema } from './announcement-schemas.js';

interface AnnounceParts {
  readonly services: KernelServices;
  readonly jobs: Jobs;
}

export function announceRoute({ services, jobs }: AnnounceParts): RouteDefinition {
  return defineRoute({
    operationId: ANNOUNCE_OPERATION,
    method: 'POST',
    path: ANNOUNCEMENTS_PATH,
    tag: releases.title,
    module: releases.name,
    access: 'viewer',
    params: workspaceParams,
    summary: 'Announce a release to all workspaces',
    description:
      'For instance administrators and their tokens with the scope `releases:announce`, from any of their workspaces. A job notifies every ' +
      'workspace with the module enabled, and each person once. Idempotent: repeating the announcement of a version answers ' +
      '`200` with its progress and sends no notification twice.',
    body: {
      schema: newAnnouncement,
      example: {
        version: '2.4.0',
        title: 'Floor plans',
        notes: 'Draw your rooms, and see the location of each part.',
        url: 'https://example.org/releases/2.4.0',
        audience: 'all',
      },
    },
    responses: {
      200: { description: 'The release was announced before.', schema: announcementProgressSchema },
      201: {
        description: 'The announcement.',
        schema: announcementProgressSchema,
        headers: { Location: { description: 'Path of the announcement.', schema: Type.String() } },
      },
    },
    errors: ['forbidden', 'already_exists', 'validation_failed'],
    async handler(request) {
      const caller = administrator(request);
      const { id: workspaceId, slug } = workspaceOf(request);
      const { body: content, address } = request;
      const { row, isNew } = await request.transaction((tx) =>
        announce({ services, jobs }, { tx, caller, workspaceId, address, body: content }),
      );
      const body = showProgress(row);
      if (!isNew) return { status: 200, body };
      const location = `${ANNOUNCEMENTS_PATH.replace('{workspace}', slug)}/${row.id}`;
      return { status: 201, body, headers: { location } };
    },
  });
}

/** A token bound to a workspace must not reach others, so it cannot announce to all of them. */
function administrator(request: Pick<RouteRequest, 'caller'>): Caller {
  const caller = callerOf(request);
  if (!caller.user.instanceAdmin) throw fail('forbidden', 'This requires an instance administrator.');
  if (caller.boundWorkspaceId !== null)
    throw fail('forbidden', 'A token that is bound to a workspace cannot announce to other workspaces.');
  return caller;
}
