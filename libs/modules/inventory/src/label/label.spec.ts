import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { printedCode } from '@cubit/labels';
import { createTestServer, memoryFiles, type TestServer, type TestWorkspace } from '@cubit/testing';
import { spaces } from '../fixtures/spaces.module.js';
import { Stockroom } from '../fixtures/stockroom.js';
import { inventory } from '../inventory.module.js';

const uuid = '0192f0c1-2d3e-7000-8000-000000000001';
const files = memoryFiles();
let server: TestServer;
let workspace: TestWorkspace;
let room: Stockroom;
beforeAll(async () => {
  server = await createTestServer({ modules: [spaces, inventory], capabilities: () => [files] });
  workspace = await server.workspace();
  room = new Stockroom(server.as(workspace.owner), workspace.path);
});
afterAll(() => server.close());

interface Printed {
  readonly file: string;
  readonly code: string;
}
const scan = async (code: string) => {
  const path = `${workspace.path}/modules/inventory/scan?code=${encodeURIComponent(code)}`;
  const { status, body } = await server.as(workspace.owner).get<Record<string, unknown>>(path);
  return status === 200 ? body : status;
};

describe('printing a label', () => {
  it('creates a file with a code that finds the record', async () => {
    const { part, items } = await room.stocked([5], { ipn: 'SCR-1' });
    for (const [record, letter] of [
      [part, 'P'],
      [items[0]!, 'S'],
    ] as const) {
      const { result } = await room.do<Printed>('print_label', record, { copies: 2 });
      expect(result.code).toMatch(new RegExp(`^${letter}-[0-9A-Z]{26}$`));
      expect(files.get(result.file)).toMatchObject({ name: `${result.code}.pdf`, mediaType: 'application/pdf' });
      expect(await scan(result.code.toLowerCase())).toEqual({ kind: record.kind, id: record.id });
      const [printed] = await room.eventsOf(record, 'inventory.label.printed');
      expect(printed?.payload).toMatchObject({ partId: part.id, fileId: result.file, template: '62x29', copies: 2 });
    }
  });

  it('creates a PNG', async () => {
    const { part } = await room.stocked([5]);
    const { result } = await room.do<Printed>('print_label', part, { format: 'png', template: '89x36' });
    const file = files.get(result.file);
    expect([file?.mediaType, Buffer.from(file!.content).subarray(1, 4).toString()]).toEqual(['image/png', 'PNG']);
  });

  it('creates ZPL', async () => {
    const { part } = await room.stocked([5]);
    const { result } = await room.do<Printed>('print_label', part, { format: 'zpl', copies: 2 });
    const file = files.get(result.file);
    expect([file?.mediaType, file?.name]).toEqual(['application/zpl', `${result.code}.zpl`]);
    expect(Buffer.from(file!.content).toString()).toMatch(/^\^XA[^]*\^PQ2\^XZ\n$/);
  });

  it('refuses an unknown template, and too many copies', async () => {
    const { part } = await room.stocked([5]);
    for (const [input, path] of [
      [{ template: '1x1' }, '/input/template'],
      [{ copies: 0 }, '/input/copies'],
      [{ copies: 501 }, '/input/copies'],
    ] as const) {
      const { status, body } = await room.run('print_label', part, input);
      expect([status, body.error.details[0]?.path]).toEqual([422, path]);
    }
  });
});

describe('printing a sheet of labels', () => {
  it('names each record that has no label: one of another kind, and one that does not exist', async () => {
    const { part } = await room.stocked([5]);
    const place = await room.addLocation();
    const sheet = async (...records: readonly { readonly kind: string; readonly id: string }[]) =>
      room.refusalOf('print_labels', null, { records: records.map(({ kind, id }) => ({ kind, id })) });
    const unknown = (index: number) => ({
      status: 422,
      code: 'validation_failed',
      details: [`/input/records/${index} unknown_reference`],
    });
    expect(await sheet(part, place)).toEqual(unknown(1));
    expect(await sheet({ kind: part.kind, id: uuid }, part)).toEqual(unknown(0));
    expect((await sheet()).details).toEqual(['/input/records too_few']);
  });
});

describe('scanning', () => {
  it('finds records by barcode, internal number and serial number', async () => {
    const part = await room.addPart({ ipn: 'RES-10K', barcodes: ['4006381333931', 'LCSC "C25804"'] });
    const piece = await room.addItem(part, { qty: 1, serial: 'SN 1/ü' });
    expect(await scan('RES-10K')).toEqual({ kind: part.kind, id: part.id });
    expect(await scan(' LCSC "C25804"')).toEqual({ kind: part.kind, id: part.id });
    expect(await scan('SN 1/ü')).toEqual({ kind: piece.kind, id: piece.id });
  });

  it('finds a location by its label or its own code', async () => {
    const place = await room.addLocation('Shelf 2', { code: 'A-2' });
    const named = { kind: 'spaces:location', id: place.id };
    expect([await scan(printedCode('L', place.id)), await scan('A-2'), await scan(printedCode('L', uuid))]).toEqual([
      named,
      named,
      404,
    ]);
  });

  it('answers 404 for an unknown code, and 409 for an ambiguous one', async () => {
    const [one, other] = [await room.addPart({ barcodes: ['777'] }), await room.addPart({ barcodes: ['777'] })];
    expect([await scan('777'), await scan('778'), await scan(''), await scan('x'.repeat(501))]).toEqual([
      409, 404, 400, 400,
    ]);
    const { result } = await room.do<Printed>('print_label', one);
    await room.remove(one);
    expect([await scan(result.code), await scan('777')]).toEqual([404, { kind: other.kind, id: other.id }]);
  });

  it('finds nothing of another workspace', async () => {
    const elsewhere = await server.workspace();
    const foreign = new Stockroom(server.as(elsewhere.owner), elsewhere.path);
    const part = await foreign.addPart({ ipn: 'FOREIGN-1', barcodes: ['999'] });
    const { result } = await foreign.do<Printed>('print_label', part);
    expect([await scan(result.code), await scan('FOREIGN-1'), await scan('999')]).toEqual([404, 404, 404]);
  });
});
