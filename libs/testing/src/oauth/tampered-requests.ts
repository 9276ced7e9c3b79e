import { type OauthFixture, REDIRECT, signIn } from './oauth-fixture.js';
import { ALL, AUTHORIZATIONS, type OauthFlow, type Reply } from './oauth-flow.js';

type Changes = Readonly<Record<string, string | undefined>>;
/** What was changed, the status, and the code, path or error of the fault. */
type Case = readonly [name: string, status: number, fault: string, run: (flow: OauthFlow) => Promise<Reply>];

const ELSEWHERE = 'http://192.0.2.1/callback';
const SCRIPT = 'javascript:alert(1)';

const changed =
  (changes: Changes) =>
  (flow: OauthFlow): Promise<Reply> =>
    flow.request(changes);

/** A document at an address of its own. */
const page =
  (path: string, document: Parameters<OauthFixture['put']>[1]) =>
  (flow: OauthFlow): Promise<Reply> =>
    flow.request({ client_id: flow.fixture.put(path, document) });

/** A client whose document has these members. */
const client =
  (members: object, changes: Changes = {}) =>
  (flow: OauthFlow): Promise<Reply> =>
    flow.request({ client_id: flow.fixture.putClient('/other.json', members), ...changes });

const resource =
  (change: (flow: OauthFlow) => string) =>
  (flow: OauthFlow): Promise<Reply> =>
    flow.request({ resource: change(flow) });

const bearer = (flow: OauthFlow, token: string): Promise<Reply> =>
  flow.fixture.server.as(token).post(AUTHORIZATIONS, flow.parameters());

async function twice({ browser }: OauthFlow, first: string, second: string): Promise<Reply> {
  await browser(first, first.endsWith('approve') ? ALL : undefined);
  return browser(second, ALL);
}

async function late(flow: OauthFlow): Promise<Reply> {
  const path = await flow.approval();
  await flow.sql('update oauth_authorization set expires_at = created_at where id = $1', path.split('/').at(-2));
  return flow.browser(path, ALL);
}

/** Attempts before a token exists. */
export const REQUESTS: readonly Case[] = [
  ['a client id over http', 422, '/client_id', changed({ client_id: 'http://client.example/oauth.json' })],
  ['a client id without a path', 422, '/client_id', changed({ client_id: 'https://client.example/' })],
  ['a client id with a fragment', 422, '/client_id', changed({ client_id: 'https://client.example/a#b' })],
  ['a client id with a user', 422, '/client_id', changed({ client_id: 'https://a:b@client.example/a' })],
  ['a client id with dot segments', 422, '/client_id', changed({ client_id: 'https://client.example/a/../b' })],
  ['a client id that is no URL', 422, '/client_id', changed({ client_id: 'editor' })],
  [
    'a document of another client',
    422,
    '/client_id',
    (flow) => page('/copied.json', { body: { client_id: flow.fixture.clientId, redirect_uris: [REDIRECT] } })(flow),
  ],
  [
    'a document that is missing',
    422,
    '/client_id',
    (flow) => flow.request({ client_id: `${flow.fixture.clientId}.gone` }),
  ],
  ['a document that is no JSON', 422, '/client_id', page('/text.json', { body: 'hello' })],
  ['a document of HTML', 422, '/client_id', page('/page.html', { type: 'text/html', body: '{}' })],
  ['a document that is too large', 422, '/client_id', page('/large.json', { body: ' '.repeat(17_000) })],
  [
    'a document that is elsewhere',
    422,
    '/client_id',
    (flow) => page('/moved.json', { status: 302, headers: { location: flow.fixture.clientId } })(flow),
  ],
  ['a client with a secret', 422, '/client_id', client({ token_endpoint_auth_method: 'client_secret_post' })],
  ['a client of another grant', 422, '/client_id', client({ grant_types: ['client_credentials'] })],
  ['another path of the redirect URI', 422, '/redirect_uri', changed({ redirect_uri: `${REDIRECT}/x` })],
  ['a query of the redirect URI', 422, '/redirect_uri', changed({ redirect_uri: `${REDIRECT}?x=1` })],
  ['another site', 422, '/redirect_uri', changed({ redirect_uri: 'https://attacker.example/callback' })],
  ['another name of loopback', 422, '/redirect_uri', changed({ redirect_uri: 'http://localhost:33418/callback' })],
  [
    'a user in the redirect URI',
    422,
    '/redirect_uri',
    changed({ redirect_uri: 'http://127.0.0.1:33418@attacker.example/callback' }),
  ],
  ['http elsewhere', 422, '/redirect_uri', client({ redirect_uris: [ELSEWHERE] }, { redirect_uri: ELSEWHERE })],
  ['a script', 422, '/redirect_uri', client({ redirect_uris: [SCRIPT] }, { redirect_uri: SCRIPT })],
  [
    'a workspace of others',
    422,
    '/resource',
    resource(({ mcp, workspace, foreign }) => mcp.replace(workspace.slug, foreign.slug)),
  ],
  ['no workspace', 422, '/resource', resource(({ mcp, workspace }) => mcp.replace(workspace.slug, 'no-such'))],
  ['another server', 422, '/resource', resource(({ workspace }) => `https://other.example${workspace.path}/mcp`)],
  ['another path of the server', 422, '/resource', resource(({ mcp }) => mcp.replace('/mcp', '/modules'))],
  ['no resource', 422, '/resource', changed({ resource: undefined })],
  ['a token at once', 201, 'unsupported_response_type', changed({ response_type: 'token' })],
  ['no PKCE', 201, 'invalid_request', changed({ code_challenge: undefined })],
  ['plain PKCE', 201, 'invalid_request', changed({ code_challenge_method: 'plain' })],
  ['PKCE without a method', 201, 'invalid_request', changed({ code_challenge_method: undefined })],
  ['a scope of something else', 201, 'invalid_scope', changed({ scope: 'agents:read devices:edge' })],
  ['a session token without a browser', 403, 'forbidden', (flow) => bearer(flow, flow.workspace.owner.token)],
  [
    'an API token',
    403,
    'forbidden',
    async (flow) => bearer(flow, await flow.fixture.server.mintToken(flow.workspace.owner)),
  ],
  ['the token of a client', 403, 'scope_denied', async (flow) => bearer(flow, (await flow.tokens()).access_token)],
  [
    'another origin',
    403,
    'csrf_rejected',
    (flow) => flow.browser(AUTHORIZATIONS, flow.parameters(), 'https://attacker.example'),
  ],
  [
    'consent of another person',
    404,
    'not_found',
    async (flow) => (await signIn(flow.fixture, flow.foreign.owner))(await flow.approval(), ALL),
  ],
  [
    'consent in another session',
    404,
    'not_found',
    async (flow) => (await signIn(flow.fixture, flow.workspace.owner))(await flow.approval(), ALL),
  ],
  [
    'consent from another origin',
    403,
    'csrf_rejected',
    async (flow) => flow.browser(await flow.approval(), ALL, 'https://attacker.example'),
  ],
  [
    'consent to more',
    422,
    '/scopes/1',
    async (flow) => flow.browser(await flow.approval({ scope: 'agents:read' }), ALL),
  ],
  ['consent to nothing', 422, '/scopes', async (flow) => flow.browser(await flow.approval(), { scopes: [] })],
  [
    'consent twice',
    409,
    'conflict',
    async (flow) => {
      const path = await flow.approval();
      return twice(flow, path, path);
    },
  ],
  [
    'consent after the refusal',
    409,
    'conflict',
    async (flow) => {
      const path = await flow.requested();
      return twice(flow, `${path}/deny`, `${path}/approve`);
    },
  ],
  ['consent too late', 409, 'conflict', late],
];
