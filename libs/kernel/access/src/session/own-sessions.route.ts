import { Type } from 'typebox';
import { audit } from '../audit/audit.js';
import { fail, listSchema, notFound, pageQuery } from '@cubit/core';
import { countRows, type Database, defineRoute } from '@cubit/database';
import { actorOf, type Caller, callerOf, type RouteDefinition } from '@cubit/core/host';
import type { AccessParts } from '../access-parts.js';
import { Id, Instant, nullable, strict } from '../user/field-schemas.js';
import { listPage } from '../list/list-page.js';

const TAG = 'Sign-in';
const PATH = '/api/v1/me/sessions';

const OwnSession = strict({
  id: Id,
  current: Type.Boolean({ description: 'The session of this request.' }),
  method: Type.Unsafe<'password'>({ type: 'string', enum: ['password'], description: 'How it began.' }),
  device: nullable(Type.String({ description: 'Browser and system, such as `Firefox on Linux`.' })),
  address: nullable(Type.String({ description: 'Address of the sign-in.' })),
  created_at: Instant,
  last_used_at: Type.String({ format: 'date-time', description: 'The sign-in, or the last refresh of the token.' }),
});

const COLUMNS = ['id', 'device', 'address', 'created_at', 'last_used_at'] as const;

export function ownSessionRoutes(parts: AccessParts): readonly RouteDefinition[] {
  return [listRoute(parts), endRoute(parts), endOthersRoute(parts)];
}

/** Sessions are managed in a session: an API token cannot end those of its owner. */
function requireSession({ credential }: Caller): string {
  if (credential.type !== 'session') throw fail('forbidden', 'Sessions are shown and ended in a session.');
  return credential.id;
}

/** Sessions that can still be used: their refresh token has not expired. */
function openSessions({ db }: Pick<Database, 'db'>, { user }: Caller, now: Date) {
  return db
    .selectFrom('session')
    .where('session.user_id', '=', user.id)
    .where('session.ended_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('refresh_token')
          .select('refresh_token.session_id')
          .whereRef('refresh_token.session_id', '=', 'session.id')
          .where('refresh_token.spent_at', 'is', null)
          .where('refresh_token.expires_at', '>', now),
      ),
    );
}

function listRoute({ services }: AccessParts): RouteDefinition {
  const { database, now } = services;

  return defineRoute({
    operationId: 'listSessions',
    method: 'GET',
    path: PATH,
    summary: 'List your sessions',
    description: 'Where you are signed in, newest first. In a session, not with an API token.',
    tag: TAG,
    access: 'user',
    query: strict(pageQuery),
    responses: { 200: { description: 'A page of sessions.', schema: listSchema(OwnSession) } },
    errors: ['invalid_cursor', 'forbidden'],
    async handler(request) {
      const caller = callerOf(request);
      const current = requireSession(caller);
      const at = now();
      const page = await listPage(request.query, {
        list: 'sessions',
        rows: (after, limit) =>
          openSessions(database, caller, at)
            .select(COLUMNS)
            .$if(after !== null, (query) => query.where('session.id', '<', after))
            .orderBy('session.id', 'desc')
            .limit(limit)
            .execute(),
        total: () => countRows(openSessions(database, caller, at)),
        idOf: ({ id }) => id,
      });
      const data = page.data.map(({ created_at, last_used_at, ...row }) => ({
        ...row,
        current: row.id === current,
        method: 'password',
        created_at: created_at.toISOString(),
        last_used_at: (last_used_at ?? created_at).toISOString(),
      }));
      return { status: 200, body: { ...page, data } };
    },
  });
}

function endRoute({ services, sessions }: AccessParts): RouteDefinition {
  const { now } = services;

  return defineRoute({
    operationId: 'endSession',
    method: 'DELETE',
    path: `${PATH}/{id}`,
    summary: 'End one of your sessions',
    description: 'Effective at once, also for its event streams.',
    tag: TAG,
    access: 'user',
    params: strict({ id: Id }),
    responses: { 204: { description: 'Ended.' } },
    errors: ['not_found', 'forbidden'],
    async handler(request) {
      const caller = callerOf(request);
      requireSession(caller);
      const { id } = request.params;
      await request.transaction(async (tx) => {
        const found = await openSessions(tx, caller, now())
          .select('session.id')
          .where('session.id', '=', id)
          .executeTakeFirst();
        if (!found) throw notFound('Session');
        await sessions.end(tx, id);
        const entry = { workspaceId: null, actor: actorOf(caller), address: request.address };
        await audit(tx, { ...entry, action: 'session.ended', target: { id } });
      });
      return { status: 204 };
    },
  });
}

function endOthersRoute({ sessions }: AccessParts): RouteDefinition {
  return defineRoute({
    operationId: 'endOtherSessions',
    method: 'DELETE',
    path: PATH,
    summary: 'End all your other sessions',
    description: 'Keeps the session of the request, and API tokens.',
    tag: TAG,
    access: 'user',
    query: strict({ others: Type.Literal(true, { description: 'Required: only the other sessions are ended.' }) }),
    responses: { 204: { description: 'Ended.' } },
    errors: ['forbidden', 'invalid_query'],
    async handler(request) {
      const caller = callerOf(request);
      const current = requireSession(caller);
      await request.transaction(async (tx) => {
        await sessions.endOthers(tx, caller.user.id, current);
        const entry = { workspaceId: null, actor: actorOf(caller), address: request.address };
        await audit(tx, { ...entry, action: 'session.ended', target: { others: true } });
      });
      return { status: 204 };
    },
  });
}
