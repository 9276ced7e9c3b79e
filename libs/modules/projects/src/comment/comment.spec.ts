import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestServer, TestUser, TestWorkspace } from '@cubit/testing';
import { Office, openOffice } from '../fixtures/office.js';
import { warehouse } from '../fixtures/warehouse.module.js';
import { projects } from '../projects.module.js';

let server: TestServer;
let workspace: TestWorkspace;
let ada: TestUser;
let office: Office;
beforeAll(async () => {
  ({ server, workspace, ada, office } = await openOffice({ modules: [projects, warehouse] }));
});
afterAll(() => server.close());

describe('a comment', () => {
  it('emits the mentioned users and an excerpt', async () => {
    const task = await office.addTask('Felt');
    const body = `@[The owner](${workspace.owner.id}) the felt is out of stock`;
    const { result } = await office.do('comment', task, { body });
    const comment = await office.fieldsOf({ kind: 'projects:comment', id: String(result['comment']) });
    expect(comment).toMatchObject({ author: ada.id, mentions: [workspace.owner.id], on: { id: task.id } });
    expect(await office.payloadsOf(task, 'projects.comment.created')).toMatchObject([
      {
        commentId: result['comment'],
        taskId: task.id,
        on: { kind: 'projects:task', id: task.id },
        authorId: ada.id,
        excerpt: '@The owner the felt is out of stock',
        mentionedUserIds: [workspace.owner.id],
      },
    ]);
  });

  it('can be written on a record of any module', async () => {
    const { body: crate } = await server
      .as(ada)
      .post<{ id: string }>(`${workspace.path}/modules/warehouse/records/crate`, { fields: { name: 'Crate' } });
    await office.do('comment', { kind: 'warehouse:crate', id: crate.id }, { body: 'Empty' });
    expect(await office.list('comment', { filter: 'body == "Empty"' })).toMatchObject([
      { fields: { on: { kind: 'warehouse:crate', id: crate.id } } },
    ]);
  });

  it('mentions only members, and is not empty', async () => {
    const stranger = await server.register();
    const task = await office.addTask('Felt');
    const refused = async (body: string) => {
      const answer = await office.run('comment', task, { body });
      return [answer.status, answer.body.error.details[0]?.path];
    };
    expect(await refused(`@${stranger.id} hello`)).toEqual([422, '/input/body']);
    expect(await refused('')).toEqual([422, '/input/body']);
    expect((await office.run('comment', { kind: 'projects:task', id: ada.id }, { body: 'x' })).status).toBe(404);
  });

  it('is changed only by its author, and is then marked as edited', async () => {
    const task = await office.addTask('Felt');
    const comment = await office.add('comment', { on: { kind: task.kind, id: task.id }, body: 'Bitumen' });
    const owner = new Office(server.as(workspace.owner), workspace.path);
    const foreign = await owner.change(comment, { body: 'Never' });
    expect([foreign.status, foreign.body.error.code]).toEqual([403, 'forbidden']);
    const changed = await office.change(comment, { body: `Bitumen, @${workspace.owner.id}` });
    expect(changed.body.fields).toMatchObject({ mentions: [workspace.owner.id], edited_at: expect.any(String) });
  });

  it('is stored for each of two concurrent requests', async () => {
    const task = await office.addTask('Felt');
    await Promise.all(['a', 'b'].map((body) => office.do('comment', task, { body })));
    expect(await office.payloadsOf(task, 'projects.comment.created')).toHaveLength(2);
  });
});
