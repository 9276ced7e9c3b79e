import type { TestClient, TestReply } from '../test-client.js';
import { pkce, REDIRECT } from './oauth-fixture.js';
import { type OauthFlow, type Reply, TOKEN, type Tokens } from './oauth-flow.js';

type Exchanged = Promise<TestReply<Tokens>>;
type Members = Readonly<Record<string, string>>;
/** What was changed, and the error of RFC 6749. */
type ExchangeCase = readonly [name: string, error: string, run: (flow: OauthFlow) => Exchanged];

const code =
  (changes: Members) =>
  async (flow: OauthFlow): Exchanged =>
    flow.exchange(await flow.code(), changes);

const renewal =
  (changes: Members) =>
  async (flow: OauthFlow): Exchanged =>
    flow.refresh((await flow.tokens(['agents:read'])).refresh_token, changes);

async function lateCode(flow: OauthFlow): Exchanged {
  const late = await flow.code();
  await flow.sql('update oauth_authorization set expires_at = created_at where code_hash = sha256($1::bytea)', late);
  return flow.exchange(late);
}

async function lateRefresh(flow: OauthFlow): Exchanged {
  const { refresh_token: late } = await flow.tokens();
  await flow.sql('update oauth_refresh_token set expires_at = created_at where token_hash = sha256($1::bytea)', late);
  return flow.refresh(late);
}

/** Runs `use` while the owner is no member of the workspace. */
async function asFormerMember<Result>(flow: OauthFlow, use: () => Promise<Result>): Promise<Result> {
  const { workspace } = flow;
  const ids = [workspace.id, workspace.owner.id];
  const [row = {}] = await flow.sql('delete from member where workspace_id = $1 and user_id = $2 returning *', ...ids);
  try {
    return await use();
  } finally {
    const places = Object.keys(row).map((_, index) => `$${index + 1}`);
    const text = `insert into member (${Object.keys(row).join()}) values (${places.join()})`;
    await flow.sql(text, ...Object.values(row));
  }
}

/** Attempts to get a token: all are 400. */
export const EXCHANGES: readonly ExchangeCase[] = [
  ['another verifier', 'invalid_grant', code({ code_verifier: pkce().verifier })],
  ['no verifier', 'invalid_request', code({ code_verifier: '' })],
  [
    'the challenge as the verifier',
    'invalid_grant',
    async (flow) => flow.exchange(await flow.code(), { code_verifier: flow.pkce.challenge }),
  ],
  ['another redirect URI', 'invalid_grant', code({ redirect_uri: `${REDIRECT}/` })],
  ['another port', 'invalid_grant', code({ redirect_uri: REDIRECT.replace('33418', '33419') })],
  ['another client', 'invalid_grant', code({ client_id: 'https://client.example/other.json' })],
  ['another resource', 'invalid_target', code({ resource: 'https://other.example/api/v1/orgs/lab/mcp' })],
  [
    'another workspace of the person',
    'invalid_target',
    async (flow) => flow.exchange(await flow.code(), { resource: `${flow.fixture.origin}${flow.second.path}/mcp` }),
  ],
  ['a code that was guessed', 'invalid_grant', (flow) => flow.exchange('A'.repeat(43))],
  ['a code that has expired', 'invalid_grant', lateCode],
  [
    'a code of a former member',
    'invalid_grant',
    async (flow) => {
      const given = await flow.code();
      return asFormerMember(flow, () => flow.exchange(given));
    },
  ],
  ['a password', 'unsupported_grant_type', (flow) => flow.form(TOKEN, { grant_type: 'password', username: 'a' })],
  ['a client alone', 'unsupported_grant_type', (flow) => flow.form(TOKEN, { grant_type: 'client_credentials' })],
  ['a repeated parameter', 'invalid_request', (flow) => flow.form(TOKEN, 'grant_type=refresh_token&grant_type=a')],
  ['no parameter', 'invalid_request', (flow) => flow.form(TOKEN, '')],
  ['a refresh token of another client', 'invalid_grant', renewal({ client_id: 'https://client.example/other.json' })],
  ['a refresh token for more', 'invalid_scope', renewal({ scope: 'agents:act' })],
  ['a refresh token elsewhere', 'invalid_target', renewal({ resource: 'https://other.example/mcp' })],
  ['a refresh token that has expired', 'invalid_grant', lateRefresh],
  [
    'an access token as refresh token',
    'invalid_grant',
    async (flow) => flow.refresh((await flow.tokens()).access_token),
  ],
  [
    'a refresh token of a former member',
    'invalid_grant',
    async (flow) => {
      const { refresh_token: token } = await flow.tokens();
      return asFormerMember(flow, () => flow.refresh(token));
    },
  ],
];

/** Where a token is used, and the status. */
type UseCase = readonly [name: string, status: number, run: (flow: OauthFlow) => Promise<Reply>];

const used =
  (use: (client: TestClient, flow: OauthFlow) => Promise<Reply>) =>
  async (flow: OauthFlow): Promise<Reply> =>
    use(flow.fixture.server.as((await flow.tokens()).access_token), flow);

/** Uses a token after something has ended it: it let its client in before. */
const after =
  (end: (flow: OauthFlow, tokens: Tokens) => Promise<unknown>) =>
  async (flow: OauthFlow): Promise<Reply> => {
    const tokens = await flow.tokens();
    const before = await flow.call(tokens.access_token);
    if (before.status !== 200) throw new Error(before.text);
    await end(flow, tokens);
    return flow.call(tokens.access_token);
  };

const revokedWith = (name: 'access_token' | 'refresh_token') =>
  after(async (flow, tokens) => {
    const members = { token: tokens[name], client_id: flow.fixture.clientId };
    const { status } = await flow.form('/api/v1/agents/revoke', members);
    const renewed = await flow.refresh(tokens.refresh_token);
    if (status !== 200 || renewed.body.error !== 'invalid_grant') throw new Error(renewed.text);
  });

async function afterReplay(flow: OauthFlow): Promise<Reply> {
  const given = await flow.code();
  const { body } = await flow.exchange(given);
  const again = await flow.exchange(given);
  if (again.body.error !== 'invalid_grant') throw new Error(again.text);
  return flow.call(body.access_token);
}

async function afterReuse(flow: OauthFlow): Promise<Reply> {
  const first = await flow.tokens();
  const { body: renewed } = await flow.refresh(first.refresh_token);
  const reused = await flow.refresh(first.refresh_token);
  const ended = await flow.refresh(renewed.refresh_token);
  if (reused.status !== 400 || ended.status !== 400) throw new Error(ended.text);
  return flow.call(renewed.access_token);
}

async function revokeNewest({ fixture, workspace }: OauthFlow): Promise<void> {
  const owner = fixture.server.as(workspace.owner);
  const { body } = await owner.get<{ data: readonly { readonly id: string }[] }>('/api/v1/me/api-tokens?limit=1');
  await owner.delete(`/api/v1/me/api-tokens/${body.data[0]?.id ?? ''}`);
}

export const USES: readonly UseCase[] = [
  ['records', 403, used((client, { workspace }) => client.get(`${workspace.path}/modules/inventory/records/part`))],
  ['the list of modules', 403, used((client, { workspace }) => client.get(`${workspace.path}/modules`))],
  ['the event stream', 403, used((client, { workspace }) => client.get(`${workspace.path}/events`))],
  ['approvals', 403, used((client, { workspace }) => client.get(`${workspace.path}/me/agent-approvals`))],
  ['the account', 403, used((client) => client.get('/api/v1/me'))],
  ['a new API token', 403, used((client) => client.post('/api/v1/me/api-tokens', { name: 'x' }))],
  ['the token in use', 403, used((client) => client.get('/api/v1/me/api-tokens/current'))],
  ['a path without a route', 403, used((client) => client.get('/api/v1/orgs/x/y/z'))],
  ['another workspace of the person', 404, async (flow) => flow.call((await flow.tokens()).access_token, flow.second)],
  ['a workspace of others', 404, async (flow) => flow.call((await flow.tokens()).access_token, flow.foreign)],
  ['a refresh token as access token', 401, async (flow) => flow.call((await flow.tokens()).refresh_token)],
  ['after revocation with the access token', 401, revokedWith('access_token')],
  ['after revocation with the refresh token', 401, revokedWith('refresh_token')],
  ['after its person revoked it', 401, after(revokeNewest)],
  ['after a refresh', 401, after((flow, tokens) => flow.refresh(tokens.refresh_token))],
  [
    'after an hour',
    401,
    after((flow, { access_token: token }) =>
      flow.sql('update api_token set expires_at = created_at where token_hash = sha256($1::bytea)', token),
    ),
  ],
  ['after its code was used again', 401, afterReplay],
  ['after its refresh token was used again', 401, afterReuse],
];
