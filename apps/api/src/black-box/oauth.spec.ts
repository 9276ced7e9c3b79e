import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  ALL,
  AUTHORIZATIONS,
  type Checked,
  EXCHANGES,
  OauthFlow,
  REDIRECT,
  REQUESTS,
  SCOPES,
  TOKEN,
  type Tokens,
  USES,
} from '@cubit/testing/oauth';

let flow: OauthFlow;

beforeAll(async () => {
  flow = await OauthFlow.started();
});
afterAll(() => flow.fixture.close());

describe('metadata', () => {
  it('leads from the 401 of the MCP address to the authorization server', async () => {
    const { server, origin } = flow.fixture;
    const { status, headers } = await server.anonymous.post(`${flow.workspace.path}/mcp`, {});
    const address = /resource_metadata="([^"]+)"/.exec(String(headers['www-authenticate']))?.[1] ?? '';
    const resource = await server.anonymous.get(new URL(address).pathname);
    const metadata = await server.anonymous.get('/.well-known/oauth-authorization-server');

    expect(status).toBe(401);
    expect(resource.body).toMatchObject({ resource: flow.mcp, authorization_servers: [origin] });
    expect(metadata.body).toMatchObject({
      issuer: origin,
      token_endpoint: `${origin}${TOKEN}`,
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
    });
  });

  it('is the same for a workspace that does not exist', async () => {
    const of = async (slug: string) => {
      const path = `/.well-known/oauth-protected-resource/api/v1/orgs/${slug}/mcp`;
      return (await flow.fixture.server.anonymous.get(path)).text.replaceAll(slug, '');
    };

    expect(await of('no-such-workspace')).toBe(await of(flow.foreign.slug));
  });
});

describe('the request of a client', () => {
  it('shows who asks, for what and where the answer goes', async () => {
    const { clientId } = flow.fixture;
    const { status, body } = await flow.request();

    expect(status).toBe(201);
    expect(body.authorization).toMatchObject({
      client: { id: clientId, name: 'Editor', host: new URL(clientId).host },
      redirect: { host: '127.0.0.1:33418', loopback: true },
      workspace: { slug: flow.workspace.slug },
      role: 'owner',
    });
    expect(body.authorization?.scopes.map(({ id }) => id)).toEqual(SCOPES);
    expect(body.authorization?.scopes.every(({ title }) => !title.startsWith('agents:'))).toBe(true);
  });

  it('may use another port of a loopback address, and has its name in one line', async () => {
    const client = flow.fixture.putClient('/lines.json', { client_name: `Edi\n\u202etor ${'x'.repeat(500)}` });
    const { body } = await flow.request({ client_id: client, redirect_uri: REDIRECT.replace('33418', '5') });
    const { name } = body.authorization?.client as { readonly name: string };

    expect(name).toMatch(/^Edi tor x+$/);
    expect(name).toHaveLength(100);
  });

  it('is answered at its redirect URI, with state and issuer, when the person refuses', async () => {
    const { body } = await flow.browser<{ redirect_to: string }>(`${await flow.requested()}/deny`);
    const answer = new URL(body.redirect_to);

    expect(`${answer.origin}${answer.pathname}`).toBe(REDIRECT);
    expect(Object.fromEntries(answer.searchParams)).toEqual({
      error: 'access_denied',
      state: 'a1',
      iss: flow.fixture.origin,
    });
  });
});

describe('what was changed on the way', () => {
  it.each(REQUESTS)('is refused: %s', async (_name, status, fault, run) => {
    const reply = await run(flow);
    const { error, fault: informed } = reply.body;
    const faults = [informed?.error, error?.code, ...(error?.details ?? []).map(({ path }) => path)];

    expect(reply.status).toBe(status);
    expect(faults).toContain(fault);
    expect(reply.text).not.toContain('code=');
  });

  it.each(EXCHANGES)('gives no token: %s', async (_name, error, run) => {
    const { status, body } = await run(flow);

    expect([status, body.error]).toEqual([400, error]);
    expect(body.access_token).toBeUndefined();
  });

  it.each(USES)('does not let the token in: %s', async (_name, status, run) => {
    expect((await run(flow)).status).toBe(status);
  });

  it('gives one token for a code that is exchanged ten times at once, and then none', async () => {
    const code = await flow.code();
    const replies = await Promise.all(Array.from({ length: 10 }, () => flow.exchange(code)));
    const given = replies.filter(({ status }) => status === 200);

    expect(given).toHaveLength(1);
    expect((await flow.call(given[0]?.body.access_token ?? '')).status).toBe(401);
  });
});

describe('what is stored', () => {
  it('names the client in the list of tokens', async () => {
    await flow.tokens(['agents:read']);
    const { body } = await flow.fixture.server
      .as(flow.workspace.owner)
      .get<{ data: readonly object[] }>('/api/v1/me/api-tokens?limit=1');

    expect(body.data[0]).toMatchObject({
      name: 'Editor',
      client_id: flow.fixture.clientId,
      scopes: ['agents:read'],
      workspace: flow.workspace.slug,
    });
  });

  it('is in the audit log, without a secret there or in the log of the server', async () => {
    const tokens = await flow.tokens();
    const { body } = await flow.fixture.server
      .as(flow.workspace.owner)
      .get<{ data: readonly { readonly action: string }[] }>(`${flow.workspace.path}/audit-log?limit=200`);
    const written = JSON.stringify([body, flow.fixture.server.log.entries]);

    expect(body.data.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['oauth.approved', 'oauth.refresh_token_reused', 'token.created', 'token.revoked']),
    );
    for (const secret of [tokens.access_token, tokens.refresh_token]) expect(written).not.toContain(secret);
  });
});

/** What a program stores between the steps. */
function provider(clientMetadataUrl: string) {
  const stored: Record<string, unknown> = {};
  const keep = (name: string) => (value: unknown) => void (stored[name] = value);
  return {
    stored,
    clientMetadataUrl,
    redirectUrl: REDIRECT,
    clientMetadata: { client_name: 'Editor', redirect_uris: [REDIRECT], scope: SCOPES.join(' ') },
    state: () => 'of-the-client',
    clientInformation: () => stored['client'] as never,
    saveClientInformation: keep('client'),
    tokens: () => stored['tokens'] as never,
    saveTokens: keep('tokens'),
    redirectToAuthorization: keep('address'),
    saveDiscoveryState: keep('discovery'),
    discoveryState: () => stored['discovery'] as never,
    saveCodeVerifier: keep('verifier'),
    codeVerifier: () => stored['verifier'] as string,
  };
}

type Provider = ReturnType<typeof provider>;

const INFO = { name: 'editor', version: '1.0.0' };
const VERSIONS = [
  [
    '2.4.0',
    (authProvider: Provider) => {
      const transport = new StreamableHTTPClientTransport(new URL(flow.mcp), { authProvider });
      const client = new Client(INFO, { versionNegotiation: { mode: 'auto' } });
      return {
        client,
        connect: () => client.connect(transport),
        finish: (answer: URLSearchParams) => transport.finishAuth(answer),
      };
    },
  ],
  [
    '1.32.2',
    (authProvider: Provider) => {
      const transport = new EarlierTransport(new URL(flow.mcp), { authProvider });
      const client = new EarlierClient(INFO);
      return {
        client,
        connect: () => client.connect(transport as never),
        finish: (answer: URLSearchParams) => transport.finishAuth(answer.get('code') ?? ''),
      };
    },
  ],
] as const;

const end = (column: 'expires_at' | 'revoked_at', token: string) =>
  flow.sql(`update api_token set ${column} = created_at where token_hash = sha256($1::bytea)`, token);

describe('the official client, which knows only the address', () => {
  it.each(VERSIONS)('signs its person in, refreshes, and is refused after revocation: %s', async (_version, make) => {
    const own = provider(flow.fixture.clientId);
    const first = make(own);
    await expect(first.connect()).rejects.toThrow();
    const address = own.stored['address'] as URL;
    expect(`${address.origin}${address.pathname}`).toBe(`${flow.fixture.origin}/oauth/authorize`);
    const { body } = await flow.browser<Checked>(AUTHORIZATIONS, Object.fromEntries(address.searchParams));
    const path = `${AUTHORIZATIONS}/${body.authorization?.id ?? ''}/approve`;
    const { body: decided } = await flow.browser<{ redirect_to: string }>(path, ALL);
    await first.finish(new URL(decided.redirect_to).searchParams);

    const { client, connect } = make(own);
    await connect();
    const use = () => client.callTool({ name: 'list_records', arguments: { kind: 'inventory:part' } });
    expect(await use()).toMatchObject({ structuredContent: { data: [] } });
    const { access_token: before } = own.stored['tokens'] as Tokens;
    await end('expires_at', before);
    expect(await use()).toMatchObject({ structuredContent: { data: [] } });
    const { access_token: renewed } = own.stored['tokens'] as Tokens;
    expect(renewed).not.toBe(before);

    await end('revoked_at', renewed);
    await expect(use()).rejects.toThrow();
    await client.close();
  });
});
