import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, recordStatements, type TestServer } from '@cubit/testing';
import { spaces } from '../fixtures/spaces.module.js';
import { Stockroom } from '../fixtures/stockroom.js';
import { inventory } from '../inventory.module.js';
import type { Part } from '../part/part.fields.js';
import type { BomLine } from './bom-line.fields.js';

let server: TestServer;
let room: Stockroom;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory] });
  const workspace = await server.workspace();
  room = new Stockroom(server.as(workspace.owner), workspace.path);
});
afterAll(() => server.close());

const KIND = 'inventory:bom_line';
const lineOf = (assembly: Part, component: Part, more: object = {}) => ({
  assembly: assembly.id,
  component: component.id,
  qty_per: 1,
  ...more,
});
const addLine = (assembly: Part, component: Part, more: object = {}): Promise<BomLine> =>
  room.add(KIND, lineOf(assembly, component, more));
const canBuild = async (part: Part) => (await room.read(part)).fields.can_build;

describe('a bill of materials', () => {
  it('updates is_assembly, bom_lines and used_in of its parts', async () => {
    const [lamp, led, spare] = [await room.addPart(), await room.addPart(), await room.addPart()];
    const line = await addLine(lamp, led, { qty_per: 3, substitutes: [spare.id], designators: 'D1, D2, D3' });
    expect((await room.read(lamp)).fields).toMatchObject({ is_assembly: true, bom_lines: 1, used_in: 0, can_build: 0 });
    expect((await room.read(led)).fields).toMatchObject({ is_assembly: false, bom_lines: 0, used_in: 1 });
    expect((await room.read(spare)).fields.used_in).toBe(1);
    await room.change(line, { substitutes: null, component: spare.id });
    expect([(await room.read(led)).fields.used_in, (await room.read(spare)).fields.used_in]).toEqual([0, 1]);
    await room.remove(line);
    expect((await room.read(lamp)).fields).toMatchObject({ bom_lines: 0, can_build: 0 });
    expect((await room.read(spare)).fields.used_in).toBe(0);
    expect((await room.restore(line)).status).toBe(200);
    expect((await room.read(lamp)).fields.bom_lines).toBe(1);
  });

  it('refuses a cycle at any depth, at the field', async () => {
    const [a, b, c, d] = [await room.addPart(), await room.addPart(), await room.addPart(), await room.addPart()];
    await addLine(a, b);
    await addLine(b, c);
    const answers = [
      await room.create(KIND, lineOf(a, a)),
      await room.create(KIND, lineOf(c, a)),
      await room.create(KIND, lineOf(c, d, { substitutes: [a.id] })),
    ];
    expect(
      answers.map(({ status, body }) => [status, body.error.details[0]?.path, body.error.details[0]?.code]),
    ).toEqual([
      [422, '/fields/component', 'cycle'],
      [422, '/fields/component', 'cycle'],
      [422, '/fields/substitutes', 'cycle'],
    ]);
    const together = await room.batch(KIND, [
      { op: 'create', fields: lineOf(c, d) },
      { op: 'create', fields: lineOf(d, a) },
    ]);
    expect([together.status, (await room.read(d)).fields.used_in]).toEqual([422, 0]);
  });

  it('never creates a cycle by concurrent lines', async () => {
    const [a, b] = [await room.addPart(), await room.addPart()];
    const answers = await Promise.all([room.create(KIND, lineOf(a, b)), room.create(KIND, lineOf(b, a))]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
  });

  it('refuses a duplicate component, an unknown part, and a quantity of zero', async () => {
    const [a, b] = [await room.addPart(), await room.addPart()];
    await addLine(a, b);
    const answers = [
      await room.create(KIND, lineOf(a, b)),
      await room.create(KIND, lineOf(a, { ...b, id: '0192f0c1-2d3e-7000-8000-00000000ffff' })),
      await room.create(KIND, lineOf(b, await room.addPart(), { qty_per: 0 })),
      await room.create(KIND, lineOf(a, await room.addPart(), { substitutes: [a.id] })),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 422, 422, 422]);
    expect((await room.remove(b)).status).toBe(409);
  });
});

describe('what can be built', () => {
  it('follows stock, reservations and bills in the same transaction, at any depth', async () => {
    const [lamp, board] = [await room.addPart(), await room.addPart()];
    const { part: led } = await room.stocked([10]);
    const { part: shade } = await room.stocked([4]);
    await addLine(lamp, board);
    await addLine(lamp, shade);
    const leds = await addLine(board, led, { qty_per: 3 });
    expect([await canBuild(lamp), await canBuild(board)]).toEqual([3, 3]);
    await room.do('use', led, { qty: 2 });
    expect([await canBuild(lamp), await canBuild(board)]).toEqual([2, 2]);
    await room.do('add', board, { qty: 1 });
    expect([await canBuild(lamp), await canBuild(board)]).toEqual([3, 2]);
    await room.do('reserve', shade, { qty: 2, for: { kind: lamp.kind, id: lamp.id } });
    expect(await canBuild(lamp)).toBe(2);
    await room.change(leds, { qty_per: 8 });
    expect([await canBuild(lamp), await canBuild(board)]).toEqual([2, 1]);
    await room.change(leds, { optional: true });
    expect([await canBuild(lamp), await canBuild(board)]).toEqual([1, 0]);
    const listed = await room.list('inventory:part', `can_build == 1 && id == "${lamp.id}"`);
    expect(listed).toHaveLength(1);
  });

  it('counts a substitute, until its part is deleted', async () => {
    const [lamp, led] = [await room.addPart(), await room.addPart()];
    const { part: other } = await room.stocked([6]);
    await addLine(lamp, led, { qty_per: 2, substitutes: [other.id] });
    expect(await canBuild(lamp)).toBe(3);
    await room.do('use', other, { qty: 1 });
    expect(await canBuild(lamp)).toBe(2);
  });

  it('is correct after concurrent changes of components', async () => {
    const lamp = await room.addPart();
    const parts = await Promise.all([20, 20, 20].map(async (qty) => (await room.stocked([qty])).part));
    for (const component of parts) await addLine(lamp, component);
    await Promise.all(
      parts.flatMap((component, n) => Array.from({ length: 4 + n }, () => room.do('use_one', component))),
    );
    expect(await canBuild(lamp)).toBe(14);
  });

  it('adds no statement for parts that no bill uses', async () => {
    const { part: loose } = await room.stocked([10]);
    const { part: used } = await room.stocked([10]);
    await addLine(await room.addPart(), used);
    const count = async (part: Part) =>
      (await recordStatements(server.database, () => room.do('use_one', part))).length;
    const plain = await count(loose);
    expect(plain).toBeLessThanOrEqual(15);
    expect((await count(used)) - plain).toBeLessThanOrEqual(7);
  });
});
