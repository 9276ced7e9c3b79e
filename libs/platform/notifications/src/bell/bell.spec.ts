import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer, type TestUser, type TestWorkspace } from '@cubit/testing';
import { notifying, type Entry } from '../../fixtures/bench.js';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer(notifying());
});
afterAll(() => server.close());

const bellOf = async ({ path }: TestWorkspace, user: TestUser, query = '') =>
  (
    await server
      .as(user)
      .get<{ data: readonly Entry[]; next_cursor: string | null }>(`${path}/notifications?limit=200${query}`)
  ).body;
const messages = async (workspace: TestWorkspace, user: TestUser, query = '') =>
  (await bellOf(workspace, user, query)).data.map(({ message }) => message);
const announce = ({ path, owner }: TestWorkspace, input: object) =>
  server.as(owner).post(`${path}/modules/lab/actions/tell`, { record: null, input });
const notify = ({ path, owner }: TestWorkspace, input: object, user = owner) =>
  server.as(user).post(`${path}/modules/core-notifications/actions/notify`, { record: null, input });

describe('the bell', () => {
  it('shows an event with a notification template to every member, as soon as the request is answered', async () => {
    const workspace = await server.workspace();
    const viewer = await workspace.viewer();
    await announce(workspace, { event: 'all', note: 'a/b' });
    const [entry] = (await bellOf(workspace, viewer)).data;
    expect(entry).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      event_type: 'lab.note.sent',
      message: 'Lab: a/b',
      link_url: `http://cubit.test/w/${workspace.slug}/modules/lab/a%2Fb`,
      priority: 'normal',
      read_at: null,
      occurred_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(await messages(workspace, workspace.owner)).toEqual(['Lab: a/b']);
  });

  it('shows no event without a template, and shows an event only to the recipients in its payload', async () => {
    const workspace = await server.workspace();
    const [member, admin] = [await workspace.member(), await workspace.admin()];
    await announce(workspace, { event: 'silent', note: 'hm' });
    await announce(workspace, { event: 'some', note: 'for one', users: [member.id] });
    expect(await messages(workspace, member)).toEqual(['Lab: for one']);
    expect(await messages(workspace, admin)).toEqual([]);
  });

  it('counts and lists unread entries; marking one or all as read can be repeated', async () => {
    const workspace = await server.workspace();
    const client = server.as(workspace.owner);
    const count = async () =>
      (await client.get<{ count: number }>(`${workspace.path}/notifications/unread-count`)).body;
    for (const note of ['1', '2', '3']) await announce(workspace, { event: 'all', note });
    expect(await messages(workspace, workspace.owner)).toEqual(['Lab: 3', 'Lab: 2', 'Lab: 1']);
    const [, second] = (await bellOf(workspace, workspace.owner)).data;
    for (let time = 0; time < 2; time += 1)
      expect((await client.post(`${workspace.path}/notifications/${second!.id}/read`)).status).toBe(204);
    expect(await count()).toEqual({ count: 2 });
    expect(await messages(workspace, workspace.owner, '&unread=true')).toEqual(['Lab: 3', 'Lab: 1']);
    expect(await messages(workspace, workspace.owner, '&unread=false')).toEqual(['Lab: 2']);
    for (let time = 0; time < 2; time += 1)
      expect((await client.post(`${workspace.path}/notifications/read-all`)).status).toBe(204);
    expect(await count()).toEqual({ count: 0 });
    expect((await bellOf(workspace, workspace.owner)).data).toHaveLength(3);
  });

  it('lists entries in pages, with a total', async () => {
    const workspace = await server.workspace();
    await announce(workspace, { event: 'all', note: 'x', times: 5 });
    const client = server.as(workspace.owner);
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await client.get<{ data: Entry[]; next_cursor: string | null; total: number }>(
        `${workspace.path}/notifications?limit=2&count=exact${cursor}`,
      );
      expect(body.total).toBe(5);
      seen.push(...body.data.map(({ id }) => id));
      cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
    } while (cursor !== '');
    expect(new Set(seen).size).toBe(5);
  });

  it('is visible only to its owner', async () => {
    const workspace = await server.workspace();
    const member = await workspace.member();
    await announce(workspace, { event: 'some', note: 'private', users: [member.id] });
    const [entry] = (await bellOf(workspace, member)).data;
    const foreign = await server.as(workspace.owner).post(`${workspace.path}/notifications/${entry!.id}/read`);
    const random = await server
      .as(workspace.owner)
      .post(`${workspace.path}/notifications/0190a6e2-7c1d-7b3a-9f00-000000000001/read`);
    expect([foreign.status, foreign.body]).toEqual([404, random.body]);
    expect((await server.as(member).post(`${workspace.path}/notifications/read-all`)).status).toBe(204);
  });
});

describe('the action core-notifications:notify', () => {
  it('notifies every member if no recipients are given', async () => {
    const workspace = await server.workspace();
    const viewer = await workspace.viewer();
    const { status, body } = await notify(workspace, { message: 'Lunch', link_url: 'https://lunch.example.org/today' });
    expect([status, body.result]).toEqual([200, { recipients: 2 }]);
    expect((await bellOf(workspace, viewer)).data).toMatchObject([
      {
        message: 'Lunch',
        link_url: 'https://lunch.example.org/today',
        priority: 'normal',
        event_type: 'core-notifications.notice.sent',
      },
    ]);
  });

  it('notifies the given users and holders of the given roles once each, and skips users who are not members', async () => {
    const workspace = await server.workspace();
    const [admin, member, viewer] = [await workspace.admin(), await workspace.member(), await workspace.viewer()];
    const stranger = await server.register();
    const recipients = { users: [member.id, admin.id, stranger.id], roles: ['admin'] };
    const { body } = await notify(workspace, { message: 'For some', recipients, priority: 'urgent' });
    expect(body.result).toEqual({ recipients: 2 });
    expect(await messages(workspace, member)).toEqual(['For some']);
    expect(await messages(workspace, admin)).toEqual(['For some']);
    expect(await messages(workspace, viewer)).toEqual([]);
  });

  it('keeps the message out of the event log', async () => {
    const workspace = await server.workspace();
    await notify(workspace, { message: 'a secret word', recipients: { users: [workspace.owner.id] } });
    const { text } = await server.as(workspace.owner).get(`${workspace.path}/event-log`);
    expect(text).toContain('core-notifications.notice.sent');
    expect(text).not.toContain('secret word');
  });

  it.each([
    ['an empty message', { message: '' }, '/input/message'],
    ['20,001 characters', { message: 'x'.repeat(20_001) }, '/input/message'],
    ['a link that runs a script', { message: 'x', link_url: 'javascript:alert(1)' }, '/input/link_url'],
    ['a link without a scheme', { message: 'x', link_url: '//elsewhere.example.org' }, '/input/link_url'],
    ['an unknown priority', { message: 'x', priority: 'loud' }, '/input/priority'],
    ['what is no id', { message: 'x', recipients: { users: ['me'] } }, '/input/recipients/users/0'],
    ['an unknown sort of recipients', { message: 'x', recipients: { teams: [] } }, '/input/recipients/teams'],
  ])('refuses %s', async (_, input, path) => {
    const workspace = await server.workspace();
    const { status, body } = await notify(workspace, input);
    expect(status).toBe(422);
    expect(body).toMatchObject({ error: { details: [{ path }] } });
  });

  it('requires the role member', async () => {
    const workspace = await server.workspace();
    expect((await notify(workspace, { message: 'x' }, await workspace.viewer())).status).toBe(403);
  });
});

describe('the event stream', () => {
  it('sends a user only their own bell entries, without an id, before the event that created them', async () => {
    const workspace = await server.workspace();
    const member = await workspace.member();
    const address = await server.listen();
    const read = async (user: TestUser, until: string, lastEventId?: string) => {
      const stopping = new AbortController();
      const answer = await fetch(`${address}${workspace.path}/event-stream`, {
        headers: {
          authorization: `Bearer ${user.token}`,
          ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
        },
        signal: stopping.signal,
      });
      const ready = Promise.withResolvers<undefined>();
      const frames = (async () => {
        let text = '';
        try {
          for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
            text += chunk;
            ready.resolve(undefined);
            if (text.includes(until)) break;
          }
        } finally {
          stopping.abort();
        }
        return text.split('\n\n').filter((frame) => frame.includes('event: '));
      })();
      await ready.promise;
      return { frames };
    };
    const [own, other] = [await read(member, 'lab.thought.had'), await read(workspace.owner, 'lab.thought.had')];
    await announce(workspace, { event: 'some', note: 'for one', users: [member.id] });
    await announce(workspace, { event: 'silent', note: 'end' });
    const frames = await own.frames;
    expect(frames.map((frame) => /event: (\S+)/.exec(frame)?.[1])).toEqual([
      'notification',
      'lab.note.addressed',
      'lab.thought.had',
    ]);
    const [entry] = (await bellOf(workspace, member)).data;
    expect(JSON.parse(frames[0]!.split('data: ')[1]!)).toEqual(entry);
    expect(frames[0]).not.toContain('id: ');
    expect((await other.frames).join()).not.toContain('event: notification');

    const before = (
      await server.as(member).get<{ data: { id: string; name: string }[] }>(`${workspace.path}/event-log`)
    ).body.data[1]!;
    expect(before.name).toBe('lab.note.addressed');
    const resumed = await read(member, 'lab.thought.had', before.id);
    expect((await resumed.frames).map((frame) => /event: (\S+)/.exec(frame)?.[1])).toEqual(['lab.thought.had']);
  });
});
