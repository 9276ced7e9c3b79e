import { Type } from 'typebox';
import { audit, createOpaqueToken } from '@cubit/access';
import { fail, notFound, validationFailed } from '@cubit/core';
import { actorOf, type Caller, callerOf, type RouteDefinition, type RouteRequest } from '@cubit/core/host';
import { defineRoute, type Transaction } from '@cubit/database';
import { CLIENT_SCOPES } from '../addresses.js';
import { isLoopback } from '../client/redirect-uri.js';
import type { OauthContext } from '../oauth-context.js';
import { Slug, strict, TAG } from '../oauth-schemas.js';
import { authorizationBody, checkRequest, requestFault, scopesOf } from './authorization-request.js';
import { redirectTo } from './redirect-to.js';

const PATH = '/api/v1/me/oauth/authorizations';
/** Time to read the page and decide. */
const DECISION_MS = 10 * 60_000;
/** A code is exchanged at once (RFC 6749, 4.1.2, recommends 10 minutes at most). */
const CODE_MS = 60_000;

const Id = Type.String({ format: 'uuid' });
const Address = Type.String({
  examples: ['http://127.0.0.1:33418/callback?code=x7Jp&state=a1&iss=https%3A%2F%2Fcubit.example'],
});

const Authorization = strict({
  id: Id,
  client: strict({
    id: Type.String({ examples: ['https://client.example/oauth.json'] }),
    name: Type.String({ description: "The client's own text.", examples: ['Editor'] }),
    host: Type.String({ description: 'Host of the client id: what the name can be trusted by.' }),
  }),
  redirect: strict({
    host: Type.String(),
    loopback: Type.Boolean({ description: 'The answer goes to a program on the computer of the browser.' }),
  }),
  workspace: strict({ slug: Slug, name: Type.String() }),
  role: Type.String({ description: 'Your role: the client can never do more.' }),
  scopes: Type.Array(strict({ id: Type.String(), title: Type.String(), description: Type.String() })),
  expires_at: Type.String({ format: 'date-time' }),
});

const Created = strict({
  authorization: Type.Union([Authorization, Type.Null()], {
    description: 'What to ask the person. Null with a fault.',
  }),
  fault: Type.Union([strict({ error: Type.String(), description: Type.String(), redirect_to: Address }), Type.Null()], {
    description: 'Why the person is not asked, and the address that informs the client.',
  }),
});
const Decided = strict({ redirect_to: Address });

export function authorizationRoutes(context: OauthContext): readonly RouteDefinition[] {
  return [createRoute(context), approveRoute(context), denyRoute(context)];
}

const EXAMPLE = {
  client_id: 'https://client.example/oauth.json',
  redirect_uri: 'http://127.0.0.1:33418/callback',
  resource: 'https://cubit.example/api/v1/orgs/maker-lab/mcp',
  response_type: 'code',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
  scope: 'agents:read agents:act',
  state: 'a1',
};

function createRoute(context: OauthContext): RouteDefinition {
  const { services } = context;
  return defineRoute({
    operationId: 'createOauthAuthorization',
    method: 'POST',
    path: PATH,
    summary: 'Check the request of a client, before its person decides',
    description:
      'For the consent page `/oauth/authorize`, with its query as the body. Needs the session cookie of a browser. The server fetches the metadata document that `client_id` names.',
    tag: TAG,
    access: 'user',
    body: { schema: authorizationBody, example: EXAMPLE },
    responses: { 201: { description: 'Checked.', schema: Created } },
    errors: ['forbidden', 'validation_failed', 'rate_limited'],
    async handler(request) {
      const { user, credential } = browserCaller(request);
      const { body } = request;
      const { client, workspace } = await checkRequest(context, body, user.id);
      const state = body.state ?? null;
      const fault = requestFault(body);
      if (fault) {
        const { error, description } = fault;
        const answer = { error, error_description: description };
        const redirect = redirectTo(services.settings, { redirectUri: body.redirect_uri, state }, answer);
        return { status: 201, body: { authorization: null, fault: { ...fault, redirect_to: redirect } } };
      }
      const id = services.newId();
      const at = services.now();
      const expiresAt = new Date(at.getTime() + DECISION_MS);
      const scopes = scopesOf(body);
      await request.transaction((tx) =>
        tx.db
          .insertInto('oauth_authorization')
          .values({
            id,
            user_id: user.id,
            session_id: credential.id,
            workspace_id: workspace.id,
            client_id: client.id,
            client_name: client.name,
            redirect_uri: body.redirect_uri,
            state,
            code_challenge: body.code_challenge ?? '',
            scopes: [...scopes],
            created_at: at,
            expires_at: expiresAt,
            decided_at: null,
            code_hash: null,
            token_id: null,
          })
          .execute(),
      );
      const redirect = new URL(body.redirect_uri);
      const authorization = {
        id,
        client: { id: client.id, name: client.name, host: new URL(client.id).host },
        redirect: { host: redirect.host === '' ? redirect.protocol : redirect.host, loopback: isLoopback(redirect) },
        workspace: { slug: workspace.slug, name: workspace.name },
        role: workspace.role,
        scopes: scopes.map((scope) => describeScope(context, scope)),
        expires_at: expiresAt.toISOString(),
      };
      return { status: 201, body: { authorization, fault: null } };
    },
  });
}

function approveRoute(context: OauthContext): RouteDefinition {
  const { services } = context;
  return defineRoute({
    operationId: 'approveOauthAuthorization',
    method: 'POST',
    path: `${PATH}/{id}/approve`,
    summary: 'Let a client in',
    description:
      'The answer has the address that takes a code to the client: it can be exchanged once, within a minute. `scopes` can leave out what the client asked for.',
    tag: TAG,
    access: 'user',
    params: strict({ id: Id }),
    body: {
      schema: strict({
        scopes: Type.Array(Type.Enum([...CLIENT_SCOPES]), { minItems: 1, maxItems: 2, uniqueItems: true }),
      }),
      example: { scopes: ['agents:read'] },
    },
    responses: { 200: { description: 'Approved.', schema: Decided } },
    secrets: ['redirect_to'],
    errors: ['forbidden', 'not_found', 'conflict', 'validation_failed'],
    async handler(request) {
      const caller = browserCaller(request);
      const { scopes } = request.body;
      const { token: code, hash } = createOpaqueToken();
      const at = services.now();
      const decision = await request.transaction(async (tx) => {
        const row = await decide(tx, { id: request.params.id, caller, at });
        const extra = scopes.findIndex((scope) => !row.scopes.includes(scope));
        if (extra >= 0)
          throw validationFailed([
            { path: `/scopes/${extra}`, code: 'unknown', message: 'is not what the client asked for.' },
          ]);
        await tx.db
          .updateTable('oauth_authorization')
          .set({ code_hash: hash, scopes: [...scopes], expires_at: new Date(at.getTime() + CODE_MS) })
          .where('id', '=', row.id)
          .execute();
        await auditDecision(tx, { request, row, action: 'oauth.approved', scopes });
        return row;
      });
      return { status: 200, body: { redirect_to: redirectTo(services.settings, targetOf(decision), { code }) } };
    },
  });
}

function denyRoute({ services }: OauthContext): RouteDefinition {
  return defineRoute({
    operationId: 'denyOauthAuthorization',
    method: 'POST',
    path: `${PATH}/{id}/deny`,
    summary: 'Refuse a client',
    description: 'The answer has the address that informs the client.',
    tag: TAG,
    access: 'user',
    params: strict({ id: Id }),
    responses: { 200: { description: 'Refused.', schema: Decided } },
    errors: ['forbidden', 'not_found', 'conflict'],
    async handler(request) {
      const caller = browserCaller(request);
      const decision = await request.transaction(async (tx) => {
        const row = await decide(tx, { id: request.params.id, caller, at: services.now() });
        await auditDecision(tx, { request, row, action: 'oauth.denied', scopes: row.scopes });
        return row;
      });
      const body = { redirect_to: redirectTo(services.settings, targetOf(decision), { error: 'access_denied' }) };
      return { status: 200, body };
    },
  });
}

type BrowserCaller = Caller & { readonly credential: { readonly type: 'session' } };

/** Consent is given in a browser: its cookie comes with a check of the origin, and no token can let another client in. */
function browserCaller(request: Pick<RouteRequest, 'caller'>): BrowserCaller {
  const caller = callerOf(request);
  if (caller.credential.type === 'session' && caller.credential.cookie) return caller as BrowserCaller;
  throw fail('forbidden', 'A client is let in by a person in a browser: this needs the session cookie.');
}

interface Decision {
  readonly id: string;
  readonly caller: BrowserCaller;
  readonly at: Date;
}

/** Marks a request as decided: once, in the session that saw it, while its person is a member of the workspace. */
async function decide(tx: Transaction, { id, caller, at }: Decision) {
  const row = await tx.db
    .selectFrom('oauth_authorization as request')
    .innerJoin('workspace', 'workspace.id', 'request.workspace_id')
    .innerJoin('member', (join) =>
      join.onRef('member.workspace_id', '=', 'workspace.id').onRef('member.user_id', '=', 'request.user_id'),
    )
    .selectAll('request')
    .where('request.id', '=', id)
    .where('request.user_id', '=', caller.user.id)
    .where('request.session_id', '=', caller.credential.id)
    .where('workspace.deleted_at', 'is', null)
    .forUpdate('request')
    .executeTakeFirst();
  if (!row) throw notFound('Request');
  if (row.decided_at || row.expires_at <= at)
    throw fail('conflict', 'The request was decided before or has expired: start again from the client.');
  await tx.db.updateTable('oauth_authorization').set({ decided_at: at }).where('id', '=', id).execute();
  return row;
}

type DecidedRow = Awaited<ReturnType<typeof decide>>;

function targetOf({ redirect_uri: redirectUri, state }: DecidedRow) {
  return { redirectUri, state };
}

interface DecisionAudit {
  readonly request: Pick<RouteRequest, 'caller' | 'address'>;
  readonly row: DecidedRow;
  readonly action: string;
  readonly scopes: readonly string[];
}

function auditDecision(tx: Transaction, { request, row, action, scopes }: DecisionAudit): Promise<void> {
  const target = { id: row.id, client_id: row.client_id, client_name: row.client_name, scopes };
  const actor = actorOf(callerOf(request));
  return audit(tx, { workspaceId: row.workspace_id, actor, action, target, address: request.address });
}

function describeScope({ services: { registry } }: OauthContext, id: string) {
  const definition = registry.scopes.get(id)?.definition;
  return { id, title: definition?.title ?? id, description: definition?.description ?? '' };
}
