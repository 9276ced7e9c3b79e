import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { defineAction, defineModule, foreignKind } from '@cubit/core';
import { createTestServer, shop, type TestServer, type TestWorkspace, until } from '@cubit/testing';
import { Type } from 'typebox';

const item = foreignKind('shop:item', Type.Object({ name: Type.String() }));
const shelf = foreignKind('shop:shelf', Type.Object({ name: Type.String() }));
const step = Type.Union(['read', 'write', 'shelf', 'invoke'].map((name) => Type.Literal(name)));
const probe = defineAction({
  id: 'lab:probe',
  title: 'Probe',
  appliesTo: 'workspace',
  input: Type.Object({ step }),
  output: Type.Null(),
  emits: [],
  effects: { destructive: false, idempotent: true, readOnly: false },
  example: { title: 'Read', input: { step: 'read' } },
  async run({ records, invoke }, _target, input) {
    if (input.step === 'read') await records.find(item);
    if (input.step === 'write') await records.create(item, { name: 'Hammer' });
    if (input.step === 'shelf') await records.count(shelf);
    if (input.step === 'invoke') await invoke('shop:take', null, {});
    return null;
  },
});
const base = { version: '1.0.0', contract: '^1.0.0', title: 'Lab', description: 'For this spec.' };

let server: TestServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  const lab = defineModule({ ...base, name: 'lab', actions: [probe], permissions: { kinds: { 'shop:item': 'read' } } });
  server = await createTestServer({ modules: [shop, lab] });
  workspace = await server.workspace();
});
afterAll(() => server.close());

const run = (step: string) =>
  server.as(workspace.owner).post(`${workspace.path}/modules/lab/actions/probe`, { record: null, input: { step } });

describe('a module with permissions', () => {
  it('uses what they include', async () => {
    expect(await run('read')).toMatchObject({ status: 200 });
  });

  it('uses every kind in the way that `*` includes', async () => {
    const anything = defineModule({ ...base, name: 'lab', actions: [probe], permissions: { kinds: { '*': 'read' } } });
    const other = await createTestServer({ modules: [shop, anything] });
    try {
      const { owner, path } = await other.workspace();
      const statuses = [];
      for (const step of ['read', 'shelf', 'write']) {
        const body = { record: null, input: { step } };
        statuses.push((await other.as(owner).post(`${path}/modules/lab/actions/probe`, body)).status);
      }
      expect(statuses).toEqual([200, 200, 500]);
    } finally {
      await other.close();
    }
  });

  it.each([
    ['write', 'shop:item', 'write'],
    ['read', 'shop:shelf', 'shelf'],
    ['invoke', 'shop:take', 'invoke'],
  ])('may not %s %s without its declaration, and the audit log has the refusal', async (access, id, step) => {
    const { database } = server;
    const entries = () =>
      database.db.selectFrom('audit_log').select('target').where('action', '=', 'module.refused').execute();

    expect(await run(step)).toMatchObject({ status: 500, body: { error: { code: 'internal' } } });
    expect(server.log.entries.map(({ details }) => details)).toContainEqual(
      expect.objectContaining({ module: 'lab', access, what: id }),
    );
    // It is written after the answer.
    await until('the audit log has the refusal', async () => {
      expect((await entries()).map(({ target }) => target)).toContainEqual({ module: 'lab', access, id });
      return true;
    });
  });
});
