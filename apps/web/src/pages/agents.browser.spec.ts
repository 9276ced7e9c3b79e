import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestWorkspace } from '@cubit/testing';
import { type App, axeViolations, settled, startApp } from '@cubit/web-testing';

const DESTRUCTIVE = 'inventory:use_up';

describe('agents', () => {
  let app: App;
  let workspace: TestWorkspace;
  let documents: Server;
  /** Address of the program's document. */
  let program = '';
  /** A page of the app, because a browser of specs reaches no other address. */
  let redirect = '';
  const verifier = randomBytes(32).toString('base64url');

  beforeAll(async () => {
    app = await startApp({ environment: { PUBLIC_URL: '', SERVICE_WEBHOOK_ALLOW_INTERNAL: '1' } });
    redirect = `${app.origin}/callback`;
    documents = createServer((_request, reply) => {
      const document = { client_id: program, client_name: 'Bench editor', redirect_uris: [redirect] };
      reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
    }).listen(0, '127.0.0.1');
    await once(documents, 'listening');
    program = `http://127.0.0.1:${(documents.address() as AddressInfo).port}/client.json`;
    workspace = await app.server.workspace({ modules: ['inventory'] });
  });

  afterAll(async () => {
    documents.closeAllConnections();
    documents.close();
    await app.close();
  });

  const authorizeAddress = () =>
    `/oauth/authorize?${new URLSearchParams({
      client_id: program,
      redirect_uri: redirect,
      resource: `${app.origin}${workspace.path}/mcp`,
      response_type: 'code',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      scope: 'agents:read agents:act',
      state: 'a1',
    }).toString()}`;

  async function exchanged(code: string): Promise<string> {
    const members = { client_id: program, redirect_uri: redirect, code_verifier: verifier };
    const form = new URLSearchParams({ grant_type: 'authorization_code', code, ...members }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const { body } = await app.server.anonymous.post<{ access_token: string }>('/api/v1/agents/token', form, {
      headers,
    });
    return body.access_token;
  }

  /** Calls the tool that uses up a part, as a program that cannot ask its person. */
  async function useUp(token: string, part: string, approval?: string) {
    const record = { kind: 'inventory:part', id: part };
    const input = { reason: 'Box empty' };
    const params = {
      name: 'inventory_use_up',
      arguments: { record, input, ...(approval !== undefined && { approval }) },
    };
    const { text } = await app.server
      .as(token)
      .post(
        `${workspace.path}/mcp?mode=direct`,
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
        { headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' } },
      );
    const line = text.split('\n').find((one) => one.startsWith('data: ')) ?? text;
    const message = JSON.parse(line.replace(/^data: /, '')) as {
      readonly result: { readonly structuredContent: { readonly approval?: string }; readonly isError?: boolean };
    };
    return message.result;
  }

  it('are let into a workspace, and destructive actions one by one', async () => {
    const page = await app.page({ as: workspace.owner });
    await page.goto(`/w/${workspace.slug}/settings/agents`);
    // Each is on when the server has answered.
    await page.getByRole('switch', { name: 'Let agents into this workspace' }).click();
    await page.getByRole('checkbox', { name: 'Inventory' }).click();
    await page.getByRole('checkbox', { name: 'Inventory', checked: true }).waitFor();
    await page.getByRole('checkbox', { name: /^Use up/ }).click();
    await page.getByRole('checkbox', { name: /^Use up/, checked: true }).waitFor();
    await page.getByText(`${app.origin}${workspace.path}/mcp`).waitFor();
    await settled(page);

    expect(await axeViolations(page)).toEqual([]);
    const { body } = await app.server.as(workspace.owner).get<{ tools: readonly string[] }>(`${workspace.path}/agents`);
    expect([...body.tools].sort()).toEqual(['inventory:*', DESTRUCTIVE, 'read']);
  });

  it('connect after sign-in and consent, ask before they destroy, and are revoked', async () => {
    const { owner, slug, path } = workspace;
    const page = await app.page();
    await page.goto(authorizeAddress());
    await page.waitForURL(/\/sign-in\?/);
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password').fill(owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Connect Bench editor?' }).waitFor();
    await page.getByText(new URL(program).host, { exact: true }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.waitForURL(/\/callback\?/);
    const answer = new URL(page.url()).searchParams;
    expect([answer.get('state'), answer.get('iss')]).toEqual(['a1', app.origin]);
    const token = await exchanged(answer.get('code') ?? '');

    const part = await app.server
      .as(owner)
      .post<{ readonly id: string }>(`${path}/modules/inventory/records/part`, { fields: { name: 'Nut' } });
    const record = { kind: 'inventory:part', id: part.body.id };
    await app.server.as(owner).post(`${path}/modules/inventory/actions/add`, { record, input: { qty: 5 } });
    await page.goto(`/w/${slug}/agent-approvals`);
    await page.getByText('Nothing waits for you').waitFor();
    const { structuredContent: waiting } = await useUp(token, part.body.id);
    const { approval = '' } = waiting;
    await page.getByRole('table', { name: 'Approvals' }).getByRole('link', { name: 'Use up' }).click();
    await page.getByRole('heading', { name: 'What will happen' }).waitFor();
    await page.getByRole('link', { name: 'Nut' }).waitFor();
    await page.getByRole('heading', { name: 'Wires on its events' }).waitFor();
    await page.getByText('Reason', { exact: true }).waitFor();
    await page.getByText('Box empty', { exact: true }).waitFor();
    await settled(page);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Approve once' }).click();
    await page.getByText('Approved', { exact: true }).waitFor();
    expect((await useUp(token, part.body.id, approval)).isError ?? false).toBe(false);

    // Home has the decision at hand while something waits.
    await page.goto(`/w/${slug}`);
    await page.getByRole('region', { name: 'Lately' }).waitFor();
    const waits = page.getByRole('region', { name: 'Approvals' });
    expect(await waits.count()).toBe(0);
    await app.server.as(owner).post(`${path}/modules/inventory/actions/add`, { record, input: { qty: 5 } });
    const { structuredContent: denied } = await useUp(token, part.body.id);
    await waits.getByRole('link', { name: 'Use up stock: Nut' }).waitFor();
    await waits.getByText('Reason: Box empty').waitFor();
    await settled(page);
    expect(await axeViolations(page)).toEqual([]);
    await waits.getByRole('button', { name: 'Deny Use up stock: Nut' }).click();
    await waits.waitFor({ state: 'detached' });
    expect((await useUp(token, part.body.id, denied.approval)).isError).toBe(true);
    const { structuredContent: approved } = await useUp(token, part.body.id);
    await waits.getByRole('button', { name: 'Approve Use up stock: Nut' }).click();
    await waits.waitFor({ state: 'detached' });
    expect((await useUp(token, part.body.id, approved.approval)).isError ?? false).toBe(false);

    await page.goto('/me/tokens');
    await page.getByText(`Connected program of ${new URL(program).host}`).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Revoke Bench editor' }).click();
    await page.getByRole('button', { name: 'Revoke token' }).click();
    await page.getByText('Revoked Bench editor').waitFor();
    const refused = await app.server.as(token).post(`${path}/mcp`, {});
    expect(refused.status).toBe(401);
  });

  it('get nothing where the request names what the document does not', async () => {
    const page = await app.page({ as: workspace.owner });
    await page.goto(authorizeAddress().replace('callback', 'elsewhere'));
    await page.getByRole('heading', { name: 'This program cannot be connected' }).waitFor();

    expect(await page.getByText(/redirect_uri is not one that the client declares/).count()).toBe(1);
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.getByRole('button').count()).toBe(0);
  });
});
