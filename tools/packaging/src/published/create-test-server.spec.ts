import { defineKind, defineModule, defineUpgrade, Field, type ModuleDefinition } from '@cubit/core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Type } from 'typebox';
import { createTestServer, type ModuleTestServer } from './create-test-server.js';

const box = defineKind({
  id: 'crate:box',
  title: ['Box', 'Boxes'],
  titleField: 'name',
  fields: Type.Object({ name: Field.text(), label: Type.Optional(Field.text()) }),
});
const label = defineUpgrade({
  id: 'label',
  kind: box,
  async run({ records }, boxes) {
    await records.updateMany(
      box,
      boxes.map(({ id, title }) => ({ id, fields: { label: `The ${title}` } })),
    );
  },
});
const crate = (version: string, more: Partial<ModuleDefinition> = {}): ModuleDefinition => ({
  ...defineModule({
    name: 'crate',
    version,
    contract: '^1.0.0',
    title: 'Crates',
    description: 'For this spec.',
    kinds: [box],
  }),
  ...more,
});

let server: ModuleTestServer;
beforeAll(async () => {
  server = await createTestServer({ modules: [crate('1.0.0')] });
});
afterAll(() => server.close());

describe('a later version on the database of an earlier one', () => {
  it('upgrades its records', async () => {
    const workspace = await server.workspace();
    const path = `${workspace.path}/modules/crate/records/box`;
    const { body } = await server.as(workspace.owner).post<{ id: string }>(path, { fields: { name: 'Screws' } });
    const later = await server.later({ modules: [crate('1.1.0', { upgrades: [label] })] });
    try {
      const read = await later.as(workspace.owner).get(`${path}/${body.id}`);
      expect(read.body).toMatchObject({ fields: { name: 'Screws', label: 'The Screws' } });
    } finally {
      await later.close();
    }
  });
});
