import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { printedCode } from '@cubit/labels';
import { createTestServer, type Fields, type TestServer, type TestWorkspace } from '@cubit/testing';
import { spaces } from '../fixtures/spaces.module.js';
import { Stockroom } from '../fixtures/stockroom.js';
import { inventory } from '../inventory.module.js';

const GS = '\x1d';
let server: TestServer;
let workspace: TestWorkspace;
let room: Stockroom;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory] });
  workspace = await server.workspace();
  room = new Stockroom(server.as(workspace.owner), workspace.path);
});
afterAll(() => server.close());

interface Scanned {
  readonly code: string;
  readonly format: string;
  readonly data: Fields;
  readonly records: readonly {
    readonly id: string;
    readonly kind: string;
    readonly matched: string;
    readonly actions: readonly { readonly id: string; readonly available: boolean; readonly reason: string | null }[];
  }[];
}
interface Refused {
  readonly error: {
    readonly code: string;
    readonly details: readonly { readonly path: string; readonly code: string }[];
  };
}
const find = async (code: string) => {
  const path = `${workspace.path}/scan?code=${encodeURIComponent(code)}`;
  const { status, body } = await server.as(workspace.owner).get<Scanned>(path);
  expect(status).toBe(200);
  return body;
};
const matches = async (code: string) => (await find(code)).records.map(({ id, matched }) => [id, matched]);
const act = (body: Fields) =>
  server.as(workspace.owner).post<Scanned & Refused & Fields>(`${workspace.path}/scan`, body);

describe('a scan', () => {
  it('searches only fields with an index', async () => {
    const { body } = await server
      .as(workspace.owner)
      .get<{ data: readonly { id: string; index: readonly string[][]; unique: readonly string[][] }[] }>(
        `${workspace.path}/kinds`,
      );
    const keys = new Map(
      body.data.map(({ id, index, unique }) => [id, [...index, ...unique].map(([first = '']) => first)]),
    );
    for (const { id, ui } of inventory.kinds ?? [])
      expect({ id, keys: keys.get(id) }).toEqual({ id, keys: expect.arrayContaining([...(ui?.scan ?? [])]) });
    expect(keys.get('inventory:stock_item')).toContain('lot');
  });

  it('finds records by every field that kinds declare, and by printed codes and addresses', async () => {
    const part = await room.addPart({ ipn: 'RES-1', mpn: 'RC0402', gtin: '4006381333931', barcodes: ['B-1'] });
    const piece = await room.addItem(part, { qty: 1, serial: 'SN-77' });
    const place = await room.addLocation('Shelf', { code: 'A-7' });
    expect(await matches('RES-1')).toEqual([[part.id, 'ipn']]);
    expect(await matches('RC0402')).toEqual([[part.id, 'mpn']]);
    expect(await matches('4006381333931')).toEqual([[part.id, 'gtin']]);
    expect(await matches('B-1')).toEqual([[part.id, 'barcodes']]);
    expect(await matches(printedCode('P', part.id))).toEqual([[part.id, 'id']]);
    expect(await matches(`http://10.0.0.2/c/${printedCode('L', place.id)}`)).toEqual([[place.id, 'id']]);
    const address = `https://elsewhere.example/w/any/modules/inventory/records/part/${part.id}?panel=files`;
    expect(await matches(address)).toEqual([[part.id, 'id']]);
    expect(await matches('A-7')).toEqual([[place.id, 'code']]);
    expect(await matches('SN-77')).toEqual([
      [piece.id, 'serial'],
      [part.id, 'part'],
    ]);
  });

  it('takes labels of distributors and GS1 apart', async () => {
    const part = await room.addPart({ mpn: 'TLC5540', gtin: '036000291452' });
    const label = await find(`[)>\x1e06${GS}PX-ND${GS}1PTLC5540${GS}1T3025${GS}Q25\x1e\x04`);
    expect(label).toMatchObject({
      format: 'iso15434',
      data: { part_number: 'X-ND', mpn: 'TLC5540', lot: '3025', quantity: 25 },
      records: [{ id: part.id, matched: 'mpn' }],
    });
    const gs1 = await find(`]d20100036000291452${'10L9'}${GS}17271231`);
    expect(gs1).toMatchObject({
      format: 'gs1',
      data: { lot: 'L9', expires_on: '2027-12-31' },
      records: [{ id: part.id, matched: 'gtin' }],
    });
  });

  it('lists the actions that can run, with the reasons of those that cannot', async () => {
    const part = await room.addPart({ ipn: 'NONE-LEFT' });
    const [found] = (await find('NONE-LEFT')).records;
    const use = found?.actions.find(({ id }) => id === 'inventory:use');
    expect(use).toMatchObject({ available: false, reason: expect.stringContaining('0 pcs') });
    expect(found?.id).toBe(part.id);
  });

  it('of an unknown code finds nothing, and nothing of another workspace', async () => {
    const elsewhere = await server.workspace();
    const foreign = new Stockroom(server.as(elsewhere.owner), elsewhere.path);
    const part = await foreign.addPart({ ipn: 'FOREIGN-7' });
    for (const code of ['FOREIGN-7', printedCode('P', part.id), 'nothing', "'; drop table record; --"])
      expect((await find(code)).records).toEqual([]);
  });
});

describe('a scan with an action', () => {
  it('runs the action on the record in the same call', async () => {
    const { part } = await room.stocked([10], { ipn: 'SCAN-USE' });
    const { status, body } = await act({ code: 'SCAN-USE', action: 'inventory:use', input: { qty: 4 } });
    expect([status, body['action'], body.records[0]?.id]).toEqual([200, 'inventory:use', part.id]);
    expect(body['record']).toMatchObject({ id: part.id, fields: { on_hand: 6 } });
    expect(body['events']).toEqual([expect.objectContaining({ name: 'inventory.stock.changed' })]);
  });

  it('books incoming stock with the quantity and lot of a label whose separators were typed as signs', async () => {
    const part = await room.addPart({ mpn: 'CRG-0805-10K' });
    const code = '[)>^06]1PCRG-0805-10K]Q750]1TB-19^';
    expect((await act({ code, action: 'inventory:add' })).status).toBe(200);
    const [item] = await room.items(part);
    expect(item?.fields).toMatchObject({ qty: 750, lot: 'B-19' });
  });

  it('books incoming stock with the quantity, lot and expiry of its label', async () => {
    const part = await room.addPart({ gtin: '96385074' });
    const code = `(01)00000096385074(17)271231(10)L-5(30)12`;
    expect((await act({ code, action: 'inventory:add' })).status).toBe(200);
    const [item] = await room.items(part);
    expect(item?.fields).toMatchObject({ qty: 12, lot: 'L-5', expires_on: '2027-12-31' });
  });

  it('answers 404 for an unknown code or action, 409 for several records, and the refusal of the action', async () => {
    await room.addPart({ mpn: 'TWICE' });
    await room.addPart({ mpn: 'TWICE' });
    await room.addPart({ ipn: 'EMPTY-1' });
    const answers = [
      await act({ code: 'nothing', action: 'inventory:use', input: { qty: 1 } }),
      await act({ code: 'nothing' }),
      await act({ code: 'EMPTY-1', action: 'inventory:fly' }),
      await act({ code: 'TWICE', action: 'inventory:use', input: { qty: 1 } }),
      await act({ code: 'EMPTY-1', action: 'inventory:use', input: { qty: 1 } }),
      await act({ code: 'EMPTY-1', action: 'inventory:use', input: { qty: -1 } }),
      await act({ code: 'EMPTY-1', action: 'inventory:issue_build' }),
    ];
    expect(answers.map(({ status, body }) => [status, body.error.code, body.error.details[0]?.path])).toEqual([
      [404, 'not_found', '/code'],
      [404, 'not_found', '/code'],
      [404, 'not_found', '/action'],
      [409, 'conflict', '/code'],
      [409, 'insufficient_stock', '/input/qty'],
      [422, 'validation_failed', '/input/qty'],
      [409, 'conflict', '/action'],
    ]);
  });

  it('needs the role of its action, and without one only that of a viewer', async () => {
    const { part } = await room.stocked([10], { ipn: 'SCAN-ROLE' });
    const viewer = server.as(await workspace.viewer());
    const scan = (body: Fields) => viewer.post<Scanned & Refused>(`${workspace.path}/scan`, body);
    const code = 'SCAN-ROLE';
    const found = await viewer.get<Scanned>(`${workspace.path}/scan?code=${code}`);
    const looked = await scan({ code });
    expect([found.status, looked.status]).toEqual([200, 200]);
    expect(looked.body).toEqual({ ...found.body, action: null, result: null, record: null, events: [] });
    expect(await scan({ code: 'nothing' })).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } });
    const acted = await scan({ code, action: 'inventory:use', input: { qty: 1 } });
    expect([acted.status, acted.body.error.code]).toEqual([403, 'forbidden']);
    expect((await room.read(part)).fields).toMatchObject({ on_hand: 10 });
  });
});

describe('the article number of a part', () => {
  it('is stored without separators, and refused with a wrong check digit', async () => {
    expect((await room.addPart({ gtin: '4006381-33393 1' })).fields.gtin).toBe('4006381333931');
    for (const [gtin, code] of [
      ['4006381333932', 'check_digit'],
      ['12345', 'format'],
    ]) {
      const { status, body } = await room.create('part', { name: 'P', gtin });
      expect([status, body.error.details[0]]).toEqual([422, expect.objectContaining({ path: '/fields/gtin', code })]);
    }
  });
});
