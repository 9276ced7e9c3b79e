import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startProgram, type Program } from '@cubit/testing/shipped';
import { runWorkshopDay } from './fixtures/run-workshop-day.js';

jest.setTimeout(180_000);

interface Item {
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
}
interface Scan {
  readonly data: Readonly<Record<string, unknown>>;
  readonly records: readonly { readonly kind: string; readonly id: string }[];
}
interface Day {
  readonly imported: { readonly created: readonly unknown[] };
  readonly svg: string;
  readonly label: { readonly file: string; readonly code: string };
  readonly scanned: Scan;
  readonly resistor: Item;
  readonly booked: Scan & { readonly record: Item };
  readonly used10: { readonly record: Item };
  readonly fitting: { readonly data: readonly Item[] };
  readonly precise: readonly Item[];
  readonly spare: Item;
  readonly replaced: { readonly movements: readonly { readonly part: string; readonly qty_delta: number }[] };
  readonly filament: Item;
  readonly spool: Item;
  readonly binA: Item;
  readonly line: Item;
  readonly order: Item;
  readonly waiting: Item;
  readonly partly: Item;
  readonly arrived: Item;
  readonly unblocked: Item;
  readonly stocked: Item;
  readonly suspected: { readonly data: readonly unknown[] };
  readonly used: Item;
  readonly untouched: Item;
  readonly made: Item;
  readonly done: Item;
  readonly inRoom: readonly Item[];
  readonly groups: readonly object[];
  readonly estimate: { readonly lines: readonly { readonly what: string }[] };
  readonly withLines: { readonly lines: readonly Item[] };
  readonly batch: { readonly results: readonly object[] };
  readonly issued: { readonly lines: readonly object[] };
  readonly returned: { readonly lines: readonly { readonly qty: number; readonly still_used: number }[] };
  readonly charged: Item;
  readonly screw: Item;
  readonly shopping: {
    readonly suppliers: readonly {
      readonly name: string;
      readonly total: { readonly amount: string };
      readonly lines: readonly { readonly qty: number }[];
    }[];
    readonly unsourced: readonly { readonly part: string }[];
  };
  readonly proposals: readonly object[];
  readonly onceUsed: Item;
  readonly dueCheck: Item;
  readonly checked: Item;
  readonly certificate: Item;
  readonly upload: { readonly id: string };
  readonly ledger: readonly Item[];
  readonly bell: readonly { readonly event_type: string }[];
  readonly history: readonly { readonly cause: object | null }[];
  readonly failed: readonly unknown[];
}

const NAMES =
  'imported, svg, label, scanned, resistor, booked, used10, fitting, precise, spare, replaced, filament, spool, binA, line, order, waiting, partly, arrived, unblocked, stocked, suspected, used, untouched, made, done, inRoom, groups, estimate, withLines, batch, issued, returned, charged, screw, shopping, proposals, onceUsed, dueCheck, checked, certificate, upload, ledger, bell, history, failed';

let program: Program;
let day: Day;
beforeAll(async () => {
  program = await startProgram();
  day = (await runWorkshopDay(program.address, NAMES)) as Day;
});
afterAll(() => program.stop());

describe('a day in a workshop, over REST as the page shows it', () => {
  it('creates the locations of the floor plan, draws them, and finds a bin by the code of its label', () => {
    expect(day.imported.created).toHaveLength(5);
    expect(day.svg).toContain('<svg');
    expect(day.scanned.records).toMatchObject([{ kind: 'spaces:location', id: day.binA.id }]);
  });

  it('books a bag by scanning its label, and a use by its article number', () => {
    expect(day.booked.data).toEqual({ mpn: 'RC0603FR-0710KL', quantity: 500, lot: 'L-77' });
    expect(day.booked.record).toMatchObject({ id: day.resistor.id, fields: { on_hand: 500 } });
    expect(day.used10.record.fields).toMatchObject({ on_hand: 490 });
  });

  it('finds parts by their parameters across units', () => {
    expect(day.fitting.data.map(({ id }) => id)).toEqual([day.resistor.id]);
    expect(day.precise.map(({ id }) => id)).toEqual([day.resistor.id]);
  });

  it('takes what is missing from the substitute', () => {
    expect(day.replaced.movements.map(({ part, qty_delta: delta }) => [part, delta])).toEqual([
      [day.resistor.id, -490],
      [day.spare.id, -10],
    ]);
  });

  it('converts units and colours', () => {
    expect(day.spool.fields).toMatchObject({ unit_cost: { amount: '0.0200', currency: 'EUR' } });
    expect(day.filament.fields).toMatchObject({ material: { color_hex: '#000000' } });
  });

  it('drafts an order of the missing parts, in whole boxes, at the price for that quantity', () => {
    expect(day.line.fields).toMatchObject({ qty: 3, stock_qty: 300, unit_price: { amount: '3.90', currency: 'EUR' } });
    expect(day.order.fields).toMatchObject({ total: { amount: '11.70', currency: 'EUR' } });
  });

  it('blocks the task until the whole order has arrived', () => {
    expect(day.waiting.fields).toMatchObject({ blocked: true });
    expect(day.partly.fields).toMatchObject({ status: 'partially_received' });
    expect(day.arrived.fields).toMatchObject({ status: 'arrived', received_pct: 100 });
    expect(day.unblocked.fields).toMatchObject({ blocked: false });
  });

  it('has the received parts in stock, at their cost', () => {
    expect(day.stocked.fields).toMatchObject({ on_hand: 440, available: 440, on_order: 0 });
    expect(day.stocked.fields['stock_value']).toMatchObject({
      amount: expect.stringMatching(/^11\.70?0*$/),
      currency: 'EUR',
    });
  });

  it('uses 37.2 g of the right spool, once', () => {
    expect(day.suspected.data).toHaveLength(1);
    expect([day.used.fields['qty'], day.untouched.fields['qty']]).toEqual([962.8, 250]);
    expect(day.ledger.filter(({ fields }) => fields['qty_delta'] === -37.2)).toHaveLength(1);
  });

  it('has the good print in stock, and its task done', () => {
    expect(day.made.fields).toMatchObject({ on_hand: 1 });
    expect(day.done.fields).toMatchObject({ status: 'done' });
  });

  it('finds what is in a room, counts it, and estimates a print', () => {
    expect(day.inRoom.map(({ fields }) => fields['qty'])).toEqual([140, 100, 200]);
    expect(day.groups.length).toBeGreaterThan(1);
    expect(day.estimate.lines.map(({ what }) => what)).toContain('filament');
  });

  it('makes an order with its lines, and runs actions in one batch', () => {
    expect(day.withLines.lines).toHaveLength(2);
    expect(day.batch.results).toHaveLength(2);
  });

  it('issues a kit to a project, takes back what is left, and charges the project for the rest', () => {
    expect(day.issued.lines).toHaveLength(2);
    expect(day.returned.lines).toMatchObject([{ qty: 3, still_used: 13 }]);
    expect(day.charged.fields['cost_to_date']).toMatchObject({ currency: 'EUR' });
  });

  it('lists what the project needs, split over two suppliers, and proposes reorder points', () => {
    const { suppliers, unsourced } = day.shopping;
    const bought = suppliers.map(({ name, total, lines }) => [name, lines[0]?.qty, Number(total.amount)]);
    expect(new Set(bought)).toEqual(
      new Set([
        ['Fasteners Ltd', 3, 11.7],
        ['Bags of Bolts', 8, 3.36],
      ]),
    );
    expect(unsourced).toMatchObject([{ part: day.spare.id }]);
    expect(day.proposals).toMatchObject([{ part: day.screw.id, days: 1, lead_time_days: 5 }]);
  });

  it('counts a returned loan as a use, and has the tool due for its check after two', () => {
    const states = [day.onceUsed, day.dueCheck, day.checked].map(({ fields }) => [fields['uses'], fields['due']]);
    expect(states).toEqual([
      [1, false],
      [2, true],
      [2, false],
    ]);
  });

  it('reminds of a certificate that expires soon', () => {
    expect(day.certificate.fields).toMatchObject({ state: 'expiring', file: day.upload.id });
    expect(day.bell.map(({ event_type: type }) => type)).toContain('digifab.certificate.expiring');
  });

  it('shows notifications in the bell, and the history with causes; no wire failed', () => {
    const bellTypes = day.bell.map(({ event_type: type }) => type);
    expect(bellTypes).toEqual(expect.arrayContaining(['inventory.stock.low', 'digifab.print.failure_suspected']));
    expect(day.history.some(({ cause }) => cause !== null)).toBe(true);
    expect(day.failed).toEqual([]);
  });
});
