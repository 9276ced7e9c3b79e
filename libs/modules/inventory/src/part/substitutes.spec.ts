import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type RecordBody, type TestServer } from '@cubit/testing';
import { spaces } from '../fixtures/spaces.module.js';
import { Stockroom } from '../fixtures/stockroom.js';
import { inventory } from '../inventory.module.js';
import type { Part } from './part.fields.js';

let server: TestServer;
let room: Stockroom;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory] });
  const workspace = await server.workspace();
  room = new Stockroom(server.as(workspace.owner), workspace.path);
});
afterAll(() => server.close());

/** A part with 5, whose substitutes have 3 and 100. */
async function substituted() {
  const first = (await room.stocked([3])).part;
  const second = (await room.stocked([100])).part;
  const { part } = await room.stocked([5], { substitutes: [first.id, second.id] });
  return { part, first, second };
}

describe('substitutes of a part', () => {
  it('are taken by a use in their order, after the part itself, in one posting', async () => {
    const { part, first, second } = await substituted();
    const { result } = await room.do('use', part, { qty: 10, cause_key: `test:${part.id}:1:1` });
    expect(result.movements.map((one) => [one.part, one.qty_delta])).toEqual([
      [part.id, -5],
      [first.id, -3],
      [second.id, -2],
    ]);
    const again = await room.do('use', part, { qty: 10, cause_key: `test:${part.id}:1:1` });
    expect([again.result.duplicate, (await room.levels(second)).onHand]).toEqual([true, 98]);
  });

  it('are taken when none of the part is left', async () => {
    const { part, first } = await substituted();
    await room.do('use_up', part);
    await room.do('use_one', part);
    expect((await room.levels(first)).onHand).toBe(2);
  });

  it('are not taken if the request forbids it, and refused if they do not suffice', async () => {
    const { part, second } = await substituted();
    const answers = [
      await room.run('use', part, { qty: 6, substitutes: false }),
      await room.run('use', part, { qty: 109 }),
    ];
    expect(answers.map(({ status, body }) => [status, body.error.code])).toEqual([
      [409, 'insufficient_stock'],
      [409, 'insufficient_stock'],
    ]);
    expect(answers[1]?.body.error.message).toContain('108 pcs');
    expect((await room.levels(second)).onHand).toBe(100);
  });

  it('are converted, and passed over if they do not convert', async () => {
    const [sheets, kilos] = [
      (await room.stocked([50], { unit: 'sheet' })).part,
      (await room.stocked([2], { unit: 'kg' })).part,
    ];
    const { part } = await room.stocked([100], { unit: 'g', substitutes: [sheets.id, kilos.id] });
    await room.do('use', part, { qty: 600 });
    expect([await room.levels(part), await room.levels(kilos), await room.levels(sheets)]).toMatchObject([
      { onHand: 0 },
      { onHand: 1.5 },
      { onHand: 50 },
    ]);
  });

  it('start new lines of bills of materials, from which builds take them in order', async () => {
    const { part, first, second } = await substituted();
    const lamp = await room.addPart();
    const line = await room.add('bom_line', { assembly: lamp.id, component: part.id, qty_per: 2 });
    expect(line.fields['substitutes']).toEqual([first.id, second.id]);
    expect((await room.read(lamp)).fields.can_build).toBe(54);
    const build = await room.add('build', { assembly: lamp.id, qty: 5 });
    await room.do('issue_build', build);
    await room.do('complete_output', build, { qty: 5 });
    expect([
      (await room.levels(part)).onHand,
      (await room.levels(first)).onHand,
      (await room.levels(second)).onHand,
    ]).toEqual([0, 0, 98]);
  });

  it('change in the lines of bills of materials that have them, and not in lines with their own', async () => {
    const { part, first, second } = await substituted();
    const lines: { readonly lamp: Part; readonly line: RecordBody }[] = [];
    for (const fields of [{}, { substitutes: [second.id] }, { substitutes: [] }]) {
      const lamp = await room.addPart();
      lines.push({
        lamp,
        line: await room.add('bom_line', { assembly: lamp.id, component: part.id, qty_per: 1, ...fields }),
      });
    }
    const state = async () =>
      Promise.all(
        lines.map(async ({ lamp, line }) => [
          (await room.read(line)).fields['substitutes'],
          (await room.read(lamp)).fields.can_build,
        ]),
      );
    const own = [
      [[second.id], 105],
      [[], 5],
    ];
    expect(await state()).toEqual([[[first.id, second.id], 108], ...own]);
    await room.change(part, { substitutes: [first.id] });
    expect(await state()).toEqual([[[first.id], 8], ...own]);
    await room.change(part, { substitutes: [] });
    expect(await state()).toEqual([[undefined, 5], ...own]);
    expect((await room.read(first)).fields['used_in']).toBe(0);
  });

  it('are refused where an assembly would contain itself through a line that has them', async () => {
    const [part, lamp] = [await room.addPart(), await room.addPart()];
    await room.add('bom_line', { assembly: lamp.id, component: part.id, qty_per: 1 });
    const street = await room.addPart();
    await room.add('bom_line', { assembly: street.id, component: lamp.id, qty_per: 1 });
    const answer = await room.change(part, { substitutes: [street.id] });
    expect([answer.status, answer.body.error.details]).toMatchObject([
      422,
      [{ path: '/fields/substitutes', code: 'cycle' }],
    ]);
  });
});
