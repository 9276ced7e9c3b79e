import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer, type TestWorkspace, until } from '@cubit/testing';
import { drive } from './drive.module.js';
import { driveCapability } from './drive-capability.js';

let first: TestServer;
/** A second process of the instance. */
let second: TestServer;
let address: string;

beforeAll(async () => {
  first = await createTestServer({ modules: [drive], capabilities: () => [driveCapability] });
  second = await createTestServer({
    modules: [drive],
    capabilities: () => [driveCapability],
    sharedDatabase: first,
  });
  address = await first.listen();
});
afterAll(async () => {
  await second.close();
  await first.close();
});

const SHOWN = { path: '/w/lab/modules/inventory/records/part/7', visible: true };
const tabsOf = ({ path }: TestWorkspace) => `${path}/modules/drive/tabs`;

async function optedIn() {
  const workspace = await first.workspace({ modules: ['drive'] });
  const owner = first.as(workspace.owner);
  const allowed = await owner.patch(`${workspace.path}/modules/drive`, { settings: { allowed: true } });
  expect(allowed.status).toBe(200);
  const token = await first.mintToken(workspace.owner, { name: 'Guide', scopes: ['drive:control'] });
  return { workspace, owner, token, agent: first.as(token), tabs: tabsOf(workspace) };
}

async function openTab(tabs: string, owner: Awaited<ReturnType<typeof optedIn>>['owner']): Promise<string> {
  const tab = `${tabs}/${randomUUID()}`;
  expect((await owner.put(tab, SHOWN)).status).toBe(200);
  return tab;
}

/** Answers the first command of the tab, over a real event stream of the first process. */
async function answerFirst(tab: string, token: string, answer: object): Promise<object> {
  const response = await fetch(`${address}${tab}/stream`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    const data = /event: command\ndata: (.+)\n/.exec(text)?.[1];
    if (data === undefined) continue;
    const received = JSON.parse(data) as { id: string };
    const acknowledged = await first.as(token).post(`${tab}/acks`, { command: received.id, ...answer });
    expect(acknowledged.status).toBe(204);
    // Leaving the loop ends the stream.
    return received;
  }
  throw new Error('The stream ended.');
}

describe('driving a tab', () => {
  it('is refused until an administrator allows it', async () => {
    const workspace = await first.workspace({ modules: ['drive'] });
    const token = await first.mintToken(workspace.owner, { scopes: ['drive:control'] });
    const refused = { status: 403, body: { error: { code: 'drive_disabled' } } };
    const owner = first.as(workspace.owner);
    expect(await first.as(token).get(tabsOf(workspace))).toMatchObject(refused);
    expect(await owner.put(`${tabsOf(workspace)}/${randomUUID()}`, SHOWN)).toMatchObject(refused);
  });

  it('lists tabs by the pattern of their path, to their owner’s token only, until they are stopped', async () => {
    const { workspace, owner, agent, tabs } = await optedIn();
    const other = await first.mintToken(await workspace.admin(), { scopes: ['drive:control'] });
    expect(await agent.get(tabs)).toMatchObject({ status: 200, body: { data: [] } });
    const tab = await openTab(tabs, owner);
    const path = '/w/lab/modules/inventory/records/part/{id}';
    expect((await agent.get(tabs)).body).toMatchObject({ data: [{ path, visible: true, following: true }] });
    expect((await first.as(other).get(tabs)).body).toMatchObject({ data: [] });
    expect((await first.as(other).post(`${tab}/commands`, { type: 'clear' })).status).toBe(404);
    expect((await first.as(await workspace.admin()).put(tab, SHOWN)).status).toBe(404);
    expect((await owner.delete(tab)).status).toBe(204);
    expect((await agent.get(tabs)).body).toMatchObject({ data: [] });
    expect((await agent.post(`${tab}/commands`, { type: 'clear' })).status).toBe(404);
  });

  it('gives the agent the answer of the tab, also from another process', async () => {
    const { workspace, owner, token, tabs } = await optedIn();
    const tab = await openTab(tabs, owner);
    const answered = answerFirst(tab, workspace.owner.token, { state: 'refused', reason: 'No such element.' });
    const sent = await second
      .as(token)
      .post(`${tab}/commands`, { type: 'point', target: 'field:name' }, { headers: { prefer: 'wait=10' } });
    expect(await answered).toMatchObject({ agent: 'Guide', command: { type: 'point', target: 'field:name' } });
    expect(sent).toMatchObject({ status: 200, body: { state: 'refused', reason: 'No such element.' } });
    const page = `/w/${workspace.slug}/modules/inventory/records/part/9`;
    const opened = answerFirst(tab, workspace.owner.token, { state: 'done' });
    const keyed = { headers: { prefer: 'wait=10', 'idempotency-key': randomUUID() } };
    const open = await second.as(token).post(`${tab}/commands`, { type: 'open', path: `${page}?tab=1` }, keyed);
    await opened;
    expect(open.body).toMatchObject({ state: 'done', reason: null });
    expect((await first.as(token).get(tabs)).body).toMatchObject({ data: [{ path: page }] });
    const log = await owner.get<{ data: { action: string }[] }>(`${workspace.path}/audit-log?limit=20`);
    const actions = log.body.data.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(['tab.registered', 'tab.commanded', 'tab.answered']));
  });

  it('tells an agent that waits that the tab was stopped', async () => {
    const { workspace, owner, agent, tabs } = await optedIn();
    const tab = await openTab(tabs, owner);
    const waiting = agent.post(`${tab}/commands`, { type: 'say', text: 'Hello' }, { headers: { prefer: 'wait=10' } });
    await until('the command was taken', async () => {
      const log = await owner.get<{ data: { action: string }[] }>(`${workspace.path}/audit-log?limit=20`);
      return log.body.data.some(({ action }) => action === 'tab.commanded');
    });
    await owner.delete(tab);
    expect((await waiting).body).toMatchObject({ state: 'gone' });
  });

  it('refuses other commands, pages elsewhere, other routes and more than 30 commands a minute', async () => {
    const { workspace, owner, token, agent, tabs } = await optedIn();
    const tab = await openTab(tabs, owner);
    const send = (command: object) => agent.post(`${tab}/commands`, command);
    expect((await send({ type: 'click', target: 'action:x' })).status).toBe(422);
    expect((await send({ type: 'say', text: 'x'.repeat(281) })).status).toBe(422);
    const elsewhere = await send({ type: 'open', path: '/w/other' });
    expect(elsewhere).toMatchObject({ status: 422, body: { error: { details: [{ path: '/path' }] } } });
    for (const path of [workspace.path, `${workspace.path}/audit-log`, `${tab}/stream`])
      expect(await agent.get(path)).toMatchObject({ status: 403, body: { error: { code: 'scope_denied' } } });
    const unscoped = first.as(await first.mintToken(workspace.owner));
    expect((await unscoped.put(tab, SHOWN)).status).toBe(403);
    expect((await owner.post(`${tab}/commands`, { type: 'clear' })).status).toBe(403);
    for (let sent = 0; sent < 30; sent += 1) expect((await send({ type: 'clear' })).status).toBe(200);
    const tooMany = await second.as(token).post(`${tab}/commands`, { type: 'clear' });
    expect(tooMany).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } });
  });
});
