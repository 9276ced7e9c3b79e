import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type TestServer } from '@cubit/testing';
import { spaces } from '../fixtures/spaces.module.js';
import { Stockroom } from '../fixtures/stockroom.js';
import { inventory } from '../inventory.module.js';

let server: TestServer;
let room: Stockroom;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory] });
  const workspace = await server.workspace();
  room = new Stockroom(server.as(workspace.owner), workspace.path);
});
afterAll(() => server.close());

describe('a colour field', () => {
  it.each([
    ['FF0000', { color: '#ff0000' }],
    ['#F00', { color: '#ff0000' }],
    ['#FF000080', { color: '#ff0000', color_alpha: 0.5 }],
    ['RebeccaPurple', { color: '#663399' }],
  ])('stores %s in one form', async (color, stored) => {
    const { fields } = await room.add('category', { name: 'Paint', color });
    expect(fields).toEqual({ name: 'Paint', ...stored });
  });

  it('loses its alpha when an opaque colour is patched', async () => {
    const record = await room.add('category', { name: 'Glass', color: '#11223380' });
    await room.change(record, { color: 'teal' });
    expect(await room.fieldsOf(record)).toEqual({ name: 'Glass', color: '#008080' });
    await room.change(record, { color_alpha: 0.25 });
    expect(await room.fieldsOf(record)).toEqual({ name: 'Glass', color: '#008080', color_alpha: 0.25 });
  });

  it('is normalised inside of documents, such as the material of a part', async () => {
    const part = await room.addPart({ material: { material: 'PETG', color_hex: 'F0F8' } });
    expect(part.fields.material).toEqual({ material: 'PETG', color_hex: '#ff00ff', color_alpha: 0.533 });
    await room.change(part, { material: { color_hex: 'lime' } });
    expect((await room.read(part)).fields.material).toEqual({ material: 'PETG', color_hex: '#00ff00' });
  });

  it('refuses what is no colour, with its path', async () => {
    const { status, body } = await room.create('category', { name: 'Odd', color: 'reddish' });
    expect([status, body.error.message]).toEqual([
      422,
      '/fields/color: must be a colour, as #1f6feb, #fff or a name of CSS.',
    ]);
  });
});
