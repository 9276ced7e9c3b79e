import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SEED, type TestServer } from '@cubit/testing';
import { openStockroom, type Stockroom } from '../fixtures/stockroom.js';
import type { Part } from '../part/part.fields.js';

let server: TestServer;
let room: Stockroom;
beforeAll(async () => {
  ({ server, room } = await openStockroom());
});
afterAll(() => server.close());

/** An assembly of 1 kg of a part that is measured in pounds, of which there are 3 kg. */
async function threeKilograms() {
  const part = await room.addPart({ unit: 'lb' });
  await room.do('add', part, { qty: 3, unit: 'kg' });
  const assembly = await room.addPart();
  const line = await room.add('bom_line', { assembly: assembly.id, component: part.id, qty_per: 1, unit: 'kg' });
  return { part, assembly, line };
}

async function issued(assembly: Part, qty: number) {
  const build = await room.add('build', { assembly: assembly.id, qty });
  await room.do('issue_build', build);
  return build;
}

async function expectNothing(part: Part): Promise<void> {
  const { fields } = await room.read(part);
  expect([fields.on_hand, fields.available, fields.reserved, fields.exact]).toEqual([0, 0, 0, undefined]);
}

describe('a line of a bill in another unit than its component', () => {
  it('is exact, and shown in the unit of the component', async () => {
    const { assembly, line } = await threeKilograms();
    expect(line).toMatchObject({ title: '2.204623 lb', fields: { qty_per: 2.204623, exact_qty_per: '1000' } });
    expect(line.fields).not.toHaveProperty('unit');
    expect((await room.read(assembly)).fields.can_build).toBe(3);
  });

  it('stays exact until another quantity is written', async () => {
    const { line } = await threeKilograms();
    const exactAfter = async (fields: object) => {
      const { status, body } = await room.change(line, { ...fields });
      expect(status).toBe(200);
      return body.fields.exact_qty_per;
    };
    expect(await exactAfter({ note: 'Coarse' })).toBe('1000');
    expect(await exactAfter({ qty_per: 2.204623 })).toBe('1000');
    expect(await exactAfter({ qty_per: 2 })).toBe('907.18474');
    expect(await exactAfter({ qty_per: 2.204623 })).toBe('1000.00017152651');
    const other = await room.addPart({ unit: 'g' });
    expect(await exactAfter({ component: other.id })).toBe('2.204623');
    expect(await exactAfter({ qty_per: 1, unit: 'kg' })).toBe('1000');
  });

  it('keeps what is shown of it when the unit of its component changes', async () => {
    const component = await room.addPart({ unit: 'g' });
    const assembly = await room.addPart();
    const line = await room.add('bom_line', { assembly: assembly.id, component: component.id, qty_per: 5 });
    await room.change(component, { unit: 'kg' });
    expect((await room.read(line)).fields).toMatchObject({ qty_per: 5, exact_qty_per: '5000' });
  });
});

describe('builds of exact quantities', () => {
  it('leave nothing of the stock that they need together', async () => {
    const { part, assembly } = await threeKilograms();
    for (const turn of [1, 2, 3]) {
      const build = await issued(assembly, 1);
      expect((await room.read(assembly)).fields.can_build).toBe(3 - turn);
      await room.do('complete_output', build);
      await room.do('complete_build', build);
    }
    await expectNothing(part);
  });

  it('return what they took', async () => {
    const { part, assembly } = await threeKilograms();
    const build = await issued(assembly, 3);
    for (const _ of [1, 2, 3]) await room.do('complete_output', build, { qty: 1 });
    await expectNothing(part);
    for (const _ of [1, 2, 3]) await room.do('reverse_build_output', build);
    const fields = (await room.read(part)).fields;
    expect(fields.exact).toEqual({ on_hand: '3000', usable: '3000', reserved: '3000' });
    expect((await room.read(build)).fields).toMatchObject({
      lines: [{ consumed: 0, exact: { qty_per: '1000', required: '3000', consumed: '0' }, taken: [] }],
    });
  });

  it('are refused for what is missing', async () => {
    const { part, assembly } = await threeKilograms();
    await room.do('use', part, { qty: 1, unit: 'g' });
    const build = await room.add('build', { assembly: assembly.id, qty: 3 });
    const refused = await room.run('issue_build', build);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'insufficient_stock']);
    expect(refused.body.error.message).toContain('0.002205 lb');
  });

  it('leave nothing when kits take it', async () => {
    const { part, assembly } = await threeKilograms();
    for (const qty of [1, 2]) await room.do('issue_kit', assembly, { qty, for: { kind: part.kind, id: part.id } });
    await expectNothing(part);
  });

  it('leave nothing in whatever steps their units are made, and return all of it', async () => {
    const step = fc.record({ qty: fc.integer({ min: 1, max: 3 }), action: fc.constantFrom('complete', 'consume') });
    const history = fc.record({
      unit: fc.constantFrom('g', 'oz', 'kg'),
      each: fc.integer({ min: 1, max: 999 }),
      steps: fc.array(step, { minLength: 1, maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(history, async ({ unit, each, steps }) => {
        const total = steps.reduce((sum, { qty }) => sum + qty, 0);
        const part = await room.addPart({ unit: 'lb' });
        await room.do('add', part, { qty: each * total, unit });
        const assembly = await room.addPart();
        await room.add('bom_line', { assembly: assembly.id, component: part.id, qty_per: each, unit });
        const build = await issued(assembly, total);
        const there = (await room.read(part)).fields.exact;
        for (const { qty, action } of steps) {
          if (action === 'consume') await room.do('consume_build', build, { qty });
          await room.do('complete_output', build, { qty });
        }
        await expectNothing(part);
        for (const _ of steps) await room.do('reverse_build_output', build);
        expect((await room.read(part)).fields.exact).toEqual(there);
      }),
      { seed: SEED, numRuns: 8 },
    );
  });
});
