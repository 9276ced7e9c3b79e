import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer, type TestWorkspace } from '@cubit/testing';
import { defineKind, defineModule, Field, rollup } from '@cubit/core';

const GONE = '0190a6e2-7c1d-7b3a-9f00-000000000001';

const box = defineKind({
  id: 'shed:box',
  title: ['Box', 'Boxes'],
  titleField: 'name',
  fields: Type.Object({ name: Field.text(), things: rollup(Field.integer({ default: 0 })) }),
});
const thing = defineKind({
  id: 'shed:thing',
  title: ['Thing', 'Things'],
  titleOf: () => 'Thing',
  fields: Type.Object({ box: Field.ref('shed:box') }),
  onWrite(context, changes) {
    for (const { after } of changes)
      context.beforeCommit('count', after.fields.box, async (boxes) => {
        const written = await context.records.updateEach(box, [...boxes, GONE], ({ id, fields }) => ({
          things: fields.things + boxes.filter((one) => one === id).length,
        }));
        expect(written.map(({ id }) => id)).toEqual([...new Set(boxes)]);
      });
    return Promise.resolve();
  },
});
const shed = defineModule({
  name: 'shed',
  version: '1.0.0',
  contract: '^1.0.0',
  title: 'Shed',
  description: 'For this spec.',
  kinds: [box, thing],
});

interface Box {
  readonly id: string;
  readonly version: number;
  readonly updated_at: string;
  readonly fields: { readonly things: number; readonly name: string };
}

let server: TestServer;
let workspace: TestWorkspace;
let path: string;
let id: string;
const owner = () => server.as(workspace.owner);
const records = (kind: string) => `${workspace.path}/modules/shed/records/${kind}`;
beforeAll(async () => {
  server = await createTestServer({ modules: [shed] });
  workspace = await server.workspace();
  ({ id } = (await owner().post<Box>(records('box'), { fields: { name: 'Box' } })).body);
  path = `${records('box')}/${id}`;
});
afterAll(() => server.close());

const read = async () => (await owner().get<Box>(path)).body;
const put = (count: number) =>
  owner().post(`${records('thing')}/batch`, {
    operations: Array.from({ length: count }, () => ({ op: 'create', fields: { box: id } })),
  });

describe('a rollup', () => {
  it('changes without a new version and without history, and conflicts with no edit', async () => {
    const before = await read();
    expect((await put(3)).status).toBe(200);
    const after = await read();
    expect(after).toEqual({ ...before, fields: { ...before.fields, things: 3 } });
    const { body } = await owner().get<{ data: unknown[] }>(`${path}/history`);
    expect(body.data).toHaveLength(1);
    const edit = await owner().patch<Box>(path, { fields: { name: 'Crate' } }, { headers: { 'if-match': '"1"' } });
    expect(edit).toMatchObject({ status: 200, body: { version: 2, fields: { name: 'Crate', things: 3 } } });
  });

  it('changes the entity tag, and If-Match still accepts the earlier one', async () => {
    const etagOf = async () => String((await owner().get(path)).headers['etag']);
    const tag = await etagOf();
    expect((await owner().get(path, { headers: { 'if-none-match': tag } })).status).toBe(304);
    await put(1);
    expect(await etagOf()).not.toBe(tag);
    expect(await owner().get(path, { headers: { 'if-none-match': tag } })).toMatchObject({
      status: 200,
      body: await read(),
    });
    const { version } = await read();
    expect((await owner().get(path, { headers: { 'if-none-match': `"${version}"` } })).status).toBe(200);
    const edit = await owner().patch<Box>(path, { fields: { name: 'Chest' } }, { headers: { 'if-match': tag } });
    expect(edit).toMatchObject({ status: 200, body: { version: version + 1 } });
    expect((await owner().patch(path, { fields: { name: 'Box' } }, { headers: { 'if-match': tag } })).status).toBe(412);
  });

  it('is refused in requests of clients', async () => {
    expect((await owner().patch(path, { fields: { things: 9 } })).status).toBe(422);
  });

  it('includes every one of many concurrent changes', async () => {
    const { things } = (await read()).fields;
    await Promise.all(Array.from({ length: 10 }, () => put(2)));
    expect((await read()).fields.things).toBe(things + 20);
  });
});
