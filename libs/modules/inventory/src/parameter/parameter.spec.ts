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
  await addResistor('Amplifier', { Gain: ['20k'], Coils: ['2', 'florp'] });
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
  readonly error: {
    readonly code: string;
    readonly message: string;
    readonly details: readonly { readonly path: string }[];
  };
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
    ['param("tolerance") <= quantity("10000", "ppm")', ['R-4k7', 'R-10k']],
    ['param("resistance") >= quantity("1", "V")', []],
    ['param("supply voltage") == quantity("5000", "mV")', ['Regulator']],
    ['param("supply voltage") > quantity("5", "V")', []],
    ['param("supply voltage") != quantity("4", "V")', []],
    ['param("length") > quantity("5", "cm") && param("temp") <= quantity("-39 °C")', ['Regulator']],
    ['param("package") == "0402"', ['R-10k']],
    ['param("package") in ["0402", "0603"]', ['R-10k', 'R-22k']],
    ['has(param("layers"))', ['R-4k7']],
    ['param("package") != null && !(param("tolerance") < 2)', ['R-22k']],
    ['param("gain") == quantity("20k", "V")', ['Amplifier']],
    ['param("gain") < quantity("25 kohm")', ['Amplifier']],
    ['param("coils") >= quantity("1", "V")', []],
    ['parameters.gain.min == 20000 && !has(parameters.gain.unit)', ['Amplifier']],
  ])('%s', async (filter, expected) => {
    expect(await names({ filter })).toEqual(expected);
  });

  it('is refused with its position if it is no quantity, or compared with something else', async () => {
    for (const filter of [
      'param("resistance") >= quantity("ten", "ohm")',
      'param("resistance") >= quantity("10k", "roll")',
      'param("resistance") == true',
      'param(name) == 1',
      'param("resistance") >= "10k"',
      '"10k" < param("resistance")',
      'parameters.resistance == 5',
      'parameters.resistance > "10k"',
      'lower(param("package")) == "0402"',
      'parameters.resistance.minimum > 5',
      'quantity("10k") == 1',
    ]) {
      const { status, body } = await list({ filter });
      expect([filter, status, body.error.code, body.error.details[0]?.path]).toEqual([
        filter,
        400,
        'invalid_filter',
        'query:filter',
      ]);
    }
  });

  it('has no order with a text: the refusal shows a quantity', async () => {
    const { body } = await list({ filter: 'param("resistance") >= "10k"' });
    expect(body.error.message).toContain('quantity("10k", "ohm")');
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
    ['gain = 20 kOhm', ['Amplifier']],
    ['gain >= 19k && gain <= 21000', ['Amplifier']],
    ['coils = "2"', ['Amplifier']],
  ])('%s', async (q, expected) => {
    expect(await names({ q })).toEqual(expected);
  });

  it.each([
    ['resistance >= ', 'A comparison is expected here', 11],
    ['tolerance < 2 && resistance >= 10florp', 'There is no unit "florp".', 31],
    ['resistance >= "10k"', 'quantity("10k", "ohm")', 0],
    ['gain > 1 && on_hand >= many', '"many" is not a quantity.', 23],
    ['on_hand >= 5 kg', 'without a unit', 11],
    ['status = 5', 'is one of', 0],
  ])('is refused with its position: %s', async (q, message, position) => {
    const { status, body } = await list({ q });
    expect([status, body.error.code, body.error.details[0]?.path]).toEqual([400, 'invalid_filter', 'query:q']);
    expect(body.error.message).toContain(message);
    expect(body.error.message).toContain(`(at position ${position})`);
  });

  it('is understood by the search', async () => {
    const path = `${workspace.path}/search?q=${encodeURIComponent('resistance >= 10k && tolerance <= 1%')}`;
    const { body } = await server.as(workspace.owner).get<{ data: readonly { title: string }[] }>(path);
    expect(body.data.map(({ title }) => title)).toEqual(['R-10k']);
  });
});
