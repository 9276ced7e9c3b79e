import type { TestReply } from '../test-client.js';
import type { TestWorkspace } from '../test-workspace.js';
import { type Browser, type OauthFixture, openWorkspace, pkce, REDIRECT, signIn, startOauth } from './oauth-fixture.js';

export const AUTHORIZATIONS = '/api/v1/me/oauth/authorizations';
export const TOKEN = '/api/v1/agents/token';
export const SCOPES = ['agents:read', 'agents:act'];
/** Consent to everything that was asked for. */
export const ALL = { scopes: SCOPES };

type Changes = Readonly<Record<string, string | undefined>>;

export interface Checked {
  readonly authorization: {
    readonly id: string;
    readonly client: object;
    readonly redirect: object;
    readonly scopes: readonly { readonly id: string; readonly title: string }[];
  } | null;
  readonly fault: { readonly error: string; readonly redirect_to: string } | null;
  readonly error?: { readonly code: string; readonly details?: readonly { readonly path: string }[] };
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
  readonly error?: string;
}

/** An answer whose body matters only when it is refused. */
export type Reply = TestReply<Partial<Checked>>;

interface Workspaces {
  readonly workspace: TestWorkspace;
  /** Of the same owner. */
  readonly second: TestWorkspace;
  readonly foreign: TestWorkspace;
}

/** The steps from the request of a client to the use of its token, each of which a case can change. */
export class OauthFlow {
  readonly fixture: OauthFixture;
  readonly workspace: TestWorkspace;
  readonly second: TestWorkspace;
  readonly foreign: TestWorkspace;
  /** The browser of the owner. */
  readonly browser: Browser;
  readonly pkce = pkce();

  private constructor(fixture: OauthFixture, { workspace, second, foreign }: Workspaces, browser: Browser) {
    this.fixture = fixture;
    this.workspace = workspace;
    this.second = second;
    this.foreign = foreign;
    this.browser = browser;
  }

  static async started(): Promise<OauthFlow> {
    const fixture = await startOauth();
    const { server } = fixture;
    const modules = ['inventory'];
    const workspace = await server.workspace({ modules });
    const second = await server.workspace({ modules, owner: workspace.owner });
    const foreign = await server.workspace({ modules });
    for (const one of [workspace, second, foreign]) await openWorkspace(fixture, one);
    const browser = await signIn(fixture, workspace.owner);
    return new OauthFlow(fixture, { workspace, second, foreign }, browser);
  }

  /** The address that a client knows. */
  get mcp(): string {
    return `${this.fixture.origin}${this.workspace.path}/mcp`;
  }

  parameters(changes: Changes = {}) {
    return {
      client_id: this.fixture.clientId,
      redirect_uri: REDIRECT,
      resource: this.mcp,
      response_type: 'code',
      code_challenge: this.pkce.challenge,
      code_challenge_method: 'S256',
      scope: SCOPES.join(' '),
      state: 'a1',
      ...changes,
    };
  }

  request(changes: Changes = {}): Promise<TestReply<Checked>> {
    return this.browser<Checked>(AUTHORIZATIONS, this.parameters(changes));
  }

  /** The path of a request that waits for the person. */
  async requested(changes: Changes = {}): Promise<string> {
    const { body, text } = await this.request(changes);
    if (!body.authorization) throw new Error(text);
    return `${AUTHORIZATIONS}/${body.authorization.id}`;
  }

  async approval(changes: Changes = {}): Promise<string> {
    return `${await this.requested(changes)}/approve`;
  }

  /** A code, with the person's consent. */
  async code(scopes: readonly string[] = SCOPES): Promise<string> {
    const { body, text } = await this.browser<{ redirect_to?: string }>(await this.approval(), { scopes });
    if (body.redirect_to === undefined) throw new Error(text);
    return new URL(body.redirect_to).searchParams.get('code') ?? '';
  }

  form<Body>(path: string, members: Readonly<Record<string, string>> | string): Promise<TestReply<Body>> {
    const body = typeof members === 'string' ? members : new URLSearchParams(members).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.fixture.server.anonymous.post<Body>(path, body, { headers });
  }

  exchange(code: string, changes: Readonly<Record<string, string>> = {}): Promise<TestReply<Tokens>> {
    const { mcp: resource, pkce: proof, fixture } = this;
    const members = { client_id: fixture.clientId, redirect_uri: REDIRECT, code_verifier: proof.verifier, resource };
    return this.form<Tokens>(TOKEN, { grant_type: 'authorization_code', code, ...members, ...changes });
  }

  refresh(token: string, changes: Readonly<Record<string, string>> = {}): Promise<TestReply<Tokens>> {
    const members = { grant_type: 'refresh_token', refresh_token: token, client_id: this.fixture.clientId };
    return this.form<Tokens>(TOKEN, { ...members, ...changes });
  }

  async tokens(scopes?: readonly string[]): Promise<Tokens> {
    const { status, body, text } = await this.exchange(await this.code(scopes));
    if (status !== 200) throw new Error(text);
    return body;
  }

  /** A call of the tools of a workspace: 200 means that the token lets somebody in. */
  call(token: string, { path } = this.workspace): Promise<Reply> {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' };
    return this.fixture.server.as(token).post(`${path}/mcp`, body, { headers });
  }

  /** Rows of the database. */
  async sql(text: string, ...values: readonly unknown[]): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const { rows } = await this.fixture.server.database.pool.query(text, [...values]);
    return rows as readonly Readonly<Record<string, unknown>>[];
  }
}
