import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestServer, type Fields, type TestServer, type TestWorkspace } from '@cubit/testing';
import { spaces } from '../fixtures/spaces.module.js';
import { Stockroom } from '../fixtures/stockroom.js';
import { inventory } from '../inventory.module.js';

let server: TestServer;
let workspace: TestWorkspace;
let room: Stockroom;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory] });
  workspace = await server.workspace();
  room = new Stockroom(server.as(workspace.owner), workspace.path);
});
afterAll(() => server.close());

const gramsOf = async (part: Parameters<Stockroom['levels']>[0]) => (await room.levels(part)).onHand;

describe('the title of a movement', () => {
  it('has the quantity with the unit of the part, also once the movement is reversed', async () => {
    const cable = await room.addPart({ unit: 'm' });
    await room.do('add', cable, { qty: 5 });
    await room.do('use', cable, { qty: 1.5 });
    const [, use] = await room.movements(cable);
    await room.do('reverse', use!, { reason: 'Too short' });
    await room.do('move', cable, { to_location: (await room.addLocation()).id });
    const titles = (await room.movements(cable)).map(({ title }) => title);
    expect(titles).toEqual(['Added 5 m', 'Used 1.5 m', 'Reversed 1.5 m', 'Moved']);
  });
});

describe('a quantity in another unit', () => {
  it('is converted by actions that add, use, set and adjust stock', async () => {
    const flour = await room.addPart({ unit: 'g' });
    await room.do('add', flour, { qty: 1, unit: 'kg' });
    expect(await gramsOf(flour)).toBe(1000);
    await room.do('use', flour, { qty: 0.1, unit: 'kg' });
    expect(await gramsOf(flour)).toBe(900);
    await room.do('adjust', flour, { delta: -50_000, unit: 'mg' });
    expect(await gramsOf(flour)).toBe(850);
    await room.do('set', flour, { qty: 1, unit: 'lb' });
    expect(await gramsOf(flour)).toBe(453.59237);
  });

  it('is converted by actions that move, split, reserve, lend and return stock', async () => {
    const place = await room.addLocation();
    const { part, items } = await room.stocked([3000], { unit: 'mm' });
    await room.do('move', items[0]!, { to_location: place.id, qty: 1, unit: 'm' });
    expect((await room.items(part)).map(({ fields }) => fields.qty).toSorted()).toEqual([1000, 2000]);
    await room.do('split', items[0]!, { qty: 50, unit: 'cm' });
    expect(await room.qtyOf(items[0]!)).toBe(1500);
    await room.do('set_status', items[0]!, { status: 'damaged', qty: 0.5, unit: 'm' });
    expect(await room.qtyOf(items[0]!)).toBe(1000);
    const { result } = await room.do<{ reservation: string }>('reserve', part, {
      qty: 1,
      unit: 'm',
      for: { kind: part.kind, id: part.id },
    });
    const reservation = { kind: 'inventory:reservation', id: result.reservation };
    await room.do('consume_reservation', reservation, { qty: 20, unit: 'cm' });
    await room.do('release', reservation, { qty: 30, unit: 'cm' });
    expect((await room.levels(part)).reserved).toBe(500);
    await room.do('lend', part, { holder: 'Grace', qty: 0.4, unit: 'm' });
    const back = await room.do<{ remaining: number }>('return', part, { qty: 10, unit: 'cm' });
    expect(back.result.remaining).toBe(300);
  });

  it('is converted where stock items and lines of a bill are written', async () => {
    const wire = await room.addPart({ unit: 'mm', packs: [{ unit: 'spool', qty: 100_000 }] });
    const item = await room.addItem(wire, { qty: 2, unit: 'spool' });
    expect(item.fields).toMatchObject({ qty: 200_000 });
    expect(item.fields).not.toHaveProperty('unit');
    const lamp = await room.addPart();
    const line = await room.add('bom_line', { assembly: lamp.id, component: wire.id, qty_per: 1.5, unit: 'm' });
    expect(line.fields).toMatchObject({ qty_per: 1500 });
    expect((await room.read(lamp)).fields.can_build).toBe(133);
    const powder = await room.addPart({ unit: 'kg' });
    const dose = { assembly: lamp.id, component: powder.id, qty_per: 1.4, unit: 'mg' };
    const exact = await room.add('bom_line', dose);
    expect(exact.fields).toMatchObject({ qty_per: 0.000001, exact_qty_per: '0.0014' });
    const { status, body } = await room.create('bom_line', { ...dose, assembly: wire.id, qty_per: 0.4 });
    expect([status, body.error.details]).toMatchObject([422, [{ path: '/fields/qty_per', code: 'too_small' }]]);
  });

  it('is converted where a count is recorded', async () => {
    const { part, items } = await room.stocked([1000], { unit: 'g' });
    const { result } = await room.do<{ count: string }>('start_count', null, { scope: { parts: [part.id] } });
    const count = { kind: 'inventory:count', id: result.count };
    await room.do('record_count', count, { line: items[0]!.id, counted: 0.9, unit: 'kg' });
    await room.do('record_find', count, { part: part.id, counted: 2, unit: 'kg' });
    const fields = await room.fieldsOf(count);
    expect(fields).toMatchObject({ lines: [{ counted: 900 }], finds: [{ counted: 2000 }] });
  });

  it('can be in a pack of the part, and takes the cost of one', async () => {
    const screw = await room.addPart({ packs: [{ unit: 'box', qty: 100 }] });
    const cost = { amount: '4.50', currency: 'EUR' };
    await room.do('add', screw, { qty: 2, unit: 'Box', unit_cost: cost });
    const [item] = await room.items(screw);
    expect(item?.fields).toMatchObject({ qty: 200, unit_cost: { amount: '0.0450', currency: 'EUR' } });
    await room.do('use', screw, { qty: 1, unit: 'dozen' });
    expect(await gramsOf(screw)).toBe(188);
  });

  it('is refused at its unit if that does not convert, and at the quantity if nothing would be left of it', async () => {
    const { part } = await room.stocked([10], { unit: 'g', packs: [{ unit: 'bag', qty: 5 }] });
    const refused = async (action: string, input: Fields) => {
      const { status, body } = await room.run(action, part, input);
      return [status, body.error.details[0]?.path, body.error.details[0]?.code, body.error.message];
    };
    const message = `/input/unit: 'ml' does not convert into 'g', the unit of '${part.title}'. The part has the packs 'bag'.`;
    for (const [action, input] of [
      ['add', { qty: 1, unit: 'ml' }],
      ['use', { qty: 1, unit: 'ml' }],
      ['adjust', { delta: 1, unit: 'ml' }],
      ['set', { gross_weight_g: 1, unit: 'ml' }],
    ] as const)
      expect(await refused(action, input)).toEqual([422, '/input/unit', 'wrong_unit', message]);
    expect((await refused('use', { qty: 0.000001, unit: 'mg' })).slice(0, 3)).toEqual([422, '/input/qty', 'too_small']);
  });
});

describe('packs of a part', () => {
  it('have names of their own', async () => {
    const answer = await room.create('part', {
      name: 'Nut',
      packs: [
        { unit: 'bag', qty: 5 },
        { unit: 'Bag', qty: 6 },
        { unit: 'pcs', qty: 1 },
      ],
    });
    expect(answer.body.error.details.map(({ path, code }) => [path, code])).toEqual([
      ['/fields/packs/1/unit', 'duplicate'],
      ['/fields/packs/2/unit', 'duplicate'],
    ]);
  });

  it('are no units of measure that convert into the unit of the part', async () => {
    const faultsOf = async (unit: string, ...packs: readonly string[]) => {
      const { status, body } = await room.create('part', {
        name: 'Nut',
        unit,
        packs: packs.map((pack) => ({ unit: pack, qty: 5 })),
      });
      return status === 422 ? body.error.details.map(({ path, code }) => [path, code]) : status;
    };
    const fault = (index: number) => [`/fields/packs/${index}/unit`, 'unit_of_measure'];
    expect(await faultsOf('g', 'kg', 'sack', 'Ounce')).toEqual([fault(0), fault(2)]);
    expect(await faultsOf('pcs', 'dozen', 'pieces', 'box')).toEqual([fault(0), fault(1)]);
    expect(await faultsOf('m', 'bar', 'kg', 'roll')).toBe(201);
  });

  it('are checked when the unit of the part changes, and not when something else does', async () => {
    const part = await room.addPart({ unit: 'pcs', packs: [{ unit: 'kg', qty: 200 }] });
    const answer = await room.change(part, { unit: 'g' });
    expect([answer.status, answer.body.error.details.map(({ path }) => path)]).toEqual([422, ['/fields/packs/0/unit']]);
    expect((await room.change(part, { name: 'Screw' })).status).toBe(200);
  });
});
