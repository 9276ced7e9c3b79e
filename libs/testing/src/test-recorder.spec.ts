import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineAction, defineModule, defineUpgrade, foreignKind, type ModuleDefinition } from '@cubit/core';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Type } from 'typebox';
import { createTestServer } from './create-test-server.js';
import { item, shop } from './shop.module.js';
import { upgradeAgain } from './upgrade-again.js';

const foreignItem = foreignKind('shop:item', Type.Object({ name: Type.String() }));
const rename = defineAction({
  id: 'lab:rename',
  title: 'Rename',
  appliesTo: 'workspace',
  input: Type.Object({ item: Type.String({ format: 'uuid' }) }),
  output: Type.Null(),
  emits: [],
  effects: { destructive: false, idempotent: true, readOnly: false },
  example: { title: 'Rename', input: { item: '0190a6e2-7c1d-7b3a-9f00-000000000001' } },
  async run({ records }, _workspace, input) {
    await records.update(foreignItem, input.item, { name: 'Renamed' });
    return null;
  },
});
const lab = defineModule({
  name: 'lab',
  version: '1.0.0',
  contract: '^1.0.0',
  title: 'Lab',
  description: 'For this spec.',
  actions: [rename],
});
const upgraded: ModuleDefinition = {
  ...shop,
  upgrades: [defineUpgrade({ id: 'names', kind: item, isStale: () => false })],
};

let folder: string;
const earlier = process.env['CUBIT_TEST_RECORD'];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cubit-record-'));
  process.env['CUBIT_TEST_RECORD'] = join(folder, 'record.jsonl');
});
afterEach(async () => {
  if (earlier === undefined) delete process.env['CUBIT_TEST_RECORD'];
  else process.env['CUBIT_TEST_RECORD'] = earlier;
  await rm(folder, { recursive: true });
});

const lines = async () =>
  (await readFile(join(folder, 'record.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);

describe('the record of a test server', () => {
  it('has the answers of actions, the events, the transitions, and what modules use of others', async () => {
    const server = await createTestServer({ modules: [upgraded, lab] });
    const workspace = await server.workspace();
    const owner = server.as(workspace.owner);
    const items = `${workspace.path}/modules/shop/records/item`;
    const { body } = await owner.post<{ id: string }>(items, { fields: { name: 'Hammer', qty: 5 } });
    const record = { kind: 'shop:item', id: body.id };
    const take = (qty: number) => owner.post(`${workspace.path}/modules/shop/actions/take`, { record, input: { qty } });
    await take(2);
    await take(9);
    await owner.patch(`${items}/${body.id}`, { fields: { state: 'gone' } });
    await owner.post(`${workspace.path}/modules/lab/actions/rename`, { record: null, input: { item: body.id } });
    await upgradeAgain(server, { modules: [upgraded, lab] });
    await server.close();

    const [ofUpgrade, ofServer] = await lines();
    expect(ofUpgrade).toMatchObject({ upgrades: ['shop:names'] });
    expect(ofServer).toMatchObject({
      actions: { 'shop:take': [200, 409], 'lab:rename': [200] },
      events: expect.arrayContaining(['shop.item.taken', 'shop.item.changed']),
      transitions: expect.arrayContaining([
        ['shop:item', 'new', 'used'],
        ['shop:item', 'used', 'gone'],
      ]),
      uses: [{ module: 'lab', access: 'write', what: 'shop:item' }],
    });
    expect(ofServer?.['transitions']).toHaveLength(2);
  });

  it('is not made unless a tool asks for it', async () => {
    delete process.env['CUBIT_TEST_RECORD'];
    const server = await createTestServer({ modules: [shop] });
    await server.close();
    await expect(lines()).rejects.toThrow('ENOENT');
  });
});
