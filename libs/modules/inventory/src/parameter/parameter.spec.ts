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
  await addResistor('R-10k', { Resistance: ['10k', 'ohms'], Tolerance: ['1', 'percent'], Package: ['0402'] });
  await addResistor('R-22k', { Resistance: ['22', 'kohm'], Tolerance: ['5', '%'], Package: ['0603'] });
  await addResistor('R-4k7', { resistance: ['4k7', 'Ω'], tolerance: ['0.1 %'], Layers: ['4'] });
  await addResistor('Regulator', {
    'Supply voltage': ['3.3..5', 'V'],
    Length: ['2 inches', 'mm'],
    'Temp.': ['-40 to 85 °C'],
  });
});
afterAll(() => server.close());

type Values = Readonly<Record<string, readonly [string, string?]>>;
async function addResistor(name: string, values: Values): Promise<void> {
  const part = await room.addPart({ name });
  for (const [parameter, [value, unit]] of Object.entries(values))
    await room.add('parameter', { part: part.id, name: parameter, value, ...(unit === undefined ? {} : { unit }) });
}
interface Listed {
  readonly data: readonly { readonly title: string; readonly fields: Fields }[];
  readonly error: { readonly code: string; readonly details: readonly { readonly path: string }[] };
}
const list = (query: Readonly<Record<string, string>>) =>
  server
    .as(workspace.owner)
    .get<Listed>(`${workspace.path}/modules/inventory/records/part?${new URLSearchParams({ sort: 'name', ...query })}`);
const names = async (query: Readonly<Record<string, string>>) =>
  (await list(query)).body.data.map(({ title }) => title);

describe('a parameter', () => {
  it('is on the record of its part, in the plain unit of what it measures', async () => {
    const [part] = (await list({ filter: 'name == "R-22k"' })).body.data;
    expect(part?.fields['parameters']).toMatchObject({
      resistance: { name: 'Resistance', value: '22', unit: 'kohm', min: 22_000, max: 22_000, plain: 'ohm' },
      package: { value: '0603', min: 603 },
    });
  });

  it('follows changes and deletions', async () => {
    const part = await room.addPart({ name: 'X' });
    const made = await room.add('parameter', { part: part.id, name: 'Power', value: '1/4', unit: 'W' });
    expect((await room.read(part)).fields.parameters).toMatchObject({ power: { min: 0.25, plain: 'W' } });
    await room.change(made, { value: '500m' });
    expect((await room.read(part)).fields.parameters).toMatchObject({ power: { min: 0.5 } });
    await room.remove(made);
    expect((await room.read(part)).fields.parameters).toBeUndefined();
  });
});

describe('a filter by parameters', () => {
  it.each([
    ['param("resistance") >= quantity("10k", "ohm")', ['R-10k', 'R-22k']],
    ['param("Resistance") < quantity("10", "kohm")', ['R-4k7']],
    ['param("resistance") == quantity("0.022 Mohm")', ['R-22k']],
    ['param("resistance") >= 10000', ['R-10k', 'R-22k']],
    ['quantity("10k", "ohm") > param("resistance")', ['R-4k7']],
    ['param("tolerance") <= quantity("10000", "ppm")', ['R-10k', 'R-4k7']],
    ['param("resistance") >= quantity("1", "V")', []],
    ['param("supply voltage") == quantity("5000", "mV")', ['Regulator']],
    ['param("supply voltage") > quantity("5", "V")', []],
    ['param("supply voltage") != quantity("4", "V")', []],
    ['param("length") > quantity("5", "cm") && param("temp") <= quantity("-39 °C")', ['Regulator']],
    ['param("package") == "0402"', ['R-10k']],
    ['param("package") in ["0402", "0603"]', ['R-10k', 'R-22k']],
    ['has(param("layers"))', ['R-4k7']],
    ['param("package") != null && !(param("tolerance") < 2)', ['R-22k']],
  ])('%s', async (filter, expected) => {
    expect(await names({ filter })).toEqual(expected);
  });

  it('is refused with its position if it is no quantity, or compared with something else', async () => {
    for (const filter of [
      'param("resistance") >= quantity("ten", "ohm")',
      'param("resistance") >= quantity("10k", "roll")',
      'param("resistance") == true',
      'param(name) == 1',
      'quantity("10k") == 1',
    ]) {
      const { status, body } = await list({ filter });
      expect([status, body.error.code, body.error.details[0]?.path]).toEqual([400, 'invalid_filter', 'query:filter']);
    }
  });
});

describe('the short form', () => {
  it.each([
    ['resistance >= 10k && tolerance <= 1%', ['R-10k']],
    ['resistance>=4.7kohm && tolerance<1', ['R-4k7']],
    ['resistance = 22k || package == 0402', ['R-10k', 'R-22k']],
    ['!(resistance < 10k) && resistance ≤ 10k', ['R-10k']],
    ['length >= 50mm', ['Regulator']],
    ['length >= 0.05m', ['Regulator']],
    ['supply voltage >= 4.5 V', ['Regulator']],
    ['on_hand < 5 && resistance > 20k', ['R-22k']],
    ['name == "R-10k"', ['R-10k']],
    ['r-1 && resistance > 1', ['R-10k']],
    ['regul', ['Regulator']],
  ])('%s', async (q, expected) => {
    expect(await names({ q })).toEqual(expected);
  });

  it('is refused with its position', async () => {
    const { status, body } = await list({ q: 'resistance >= ' });
    expect([status, body.error.code, body.error.details[0]?.path]).toEqual([400, 'invalid_filter', 'query:q']);
  });

  it('is understood by the search', async () => {
    const path = `${workspace.path}/search?q=${encodeURIComponent('resistance >= 10k && tolerance <= 1%')}`;
    const { body } = await server.as(workspace.owner).get<{ data: readonly { title: string }[] }>(path);
    expect(body.data.map(({ title }) => title)).toEqual(['R-10k']);
  });
});
