import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { inventory } from '@cubit/inventory';
import { purchases } from '@cubit/purchases';
import { spaces } from '@cubit/spaces';
import { createTestServer, describeWithData, type TestServer, type TestWorkspace } from '@cubit/testing';
import { Client } from '../client.js';
import { loadPurchases, type PurchaseReport } from './load-purchases.js';
import { readPurchases } from './read-purchases.js';

jest.setTimeout(120_000);

describe('an order file of a supplier', () => {
  it('is recognised by its columns, and other files are not', () => {
    expect(readPurchases('name,qty\nx,1\n', 'x.csv')).toBeNull();
    expect(readPurchases('{"a": [1, "', 'x.json')).toBeNull();
    const text = 'Index,DigiKey Part #,Manufacturer Part Number,Quantity,Unit Price\n1,A-ND,A,"1,000",$0.03184\n';
    expect(readPurchases(text, 'DK_PRODUCTS_123456.csv')).toMatchObject({
      supplierRef: '123456',
      lines: [{ sku: 'A-ND', mpn: 'A', qty: 1000, unitPrice: '0.03184' }],
    });
  });

  it('is refused without an order number or a price', () => {
    const header = 'Index,DigiKey Part #,Manufacturer Part Number,Quantity,Unit Price\n';
    expect(() => readPurchases(`${header}1,A-ND,A,1,$1\n`, 'order.csv')).toThrow('call the file by its number');
    expect(() => readPurchases(`${header}1,A-ND,A,1,free\n`, '123456.csv')).toThrow("'free' is no amount");
    expect(() => readPurchases(`${header}1,A-ND,A,0,$1\n`, '123456.csv')).toThrow("'0' is no quantity");
  });
});

describeWithData('the orders of Digi-Key, LCSC and Mouser', 'shared/data/purchases', (folder) => {
  let server: TestServer;
  let workspace: TestWorkspace;
  const reports = new Map<string, PurchaseReport>();
  beforeAll(async () => {
    server = await createTestServer({ modules: [spaces, inventory, purchases] });
    workspace = await server.workspace();
    const { token } = await workspace.member();
    const client = new Client({ url: await server.listen(), workspace: workspace.slug, token });
    for (const name of readdirSync(folder)
      .filter((file) => file.endsWith('.csv'))
      .sort()) {
      const order = readPurchases(readFileSync(join(folder, name), 'utf8'), name);
      if (!order) throw new Error(`${name} is no order.`);
      reports.set(name, await loadPurchases(client, order, () => undefined));
    }
  });
  afterAll(() => server.close());

  const list = async (kind: string, query = '') => {
    const path = `${workspace.path}/modules/${kind.replace(':', '/records/')}?limit=200&count=exact${query}`;
    const { body } = await server
      .as(workspace.owner)
      .get<{ data: { title: string; fields: Readonly<Record<string, unknown>> }[]; total: number }>(path);
    return body;
  };

  it('has exactly the total of the supplier', () => {
    // The subtotal of Digi-Key, the sum of the order prices of LCSC, and quantity times price, in whole cents, of
    // Mouser.
    expect(Object.fromEntries([...reports].map(([name, { total }]) => [name, total]))).toEqual({
      '93441269.csv': '52.05 USD',
      'dk_products_88435663.csv': '21.69 USD',
      'dk_products_93441269.csv': '52.05 USD',
      'lcsc_exported__20241222_232701.csv': '163.91 USD',
      'lcsc_exported__20241222_232708.csv': '17.77 USD',
      'mouser_267602242.csv': '184.00 USD',
      'mouser_269268390.csv': '23.40 USD',
    });
  });

  it('is one order if it is loaded in two formats', async () => {
    const { total, data } = await list('purchases:order');
    expect(total).toBe(6);
    const digikey = data.filter(({ fields }) => fields['supplier_ref'] === '93441269');
    expect(digikey).toHaveLength(1);
    expect(digikey[0]?.fields).toMatchObject({ status: 'draft', line_count: 11 });
    expect(reports.get('dk_products_93441269.csv')).toMatchObject({ orders: 0, lines: 0, parts: 0 });
  });

  it('has every line, supplier and part of the file once', async () => {
    const lines = [...reports.values()].reduce((sum, report) => sum + report.lines, 0);
    expect((await list('purchases:order_item')).total).toBe(lines);
    expect(lines).toBe(11 + 4 + 36 + 5 + 4 + 2);
    expect((await list('purchases:supplier')).data.map(({ title }) => title).sort()).toEqual([
      'Digi-Key',
      'LCSC',
      'Mouser',
    ]);
    expect((await list('purchases:supplier_part')).total).toBe(62);
    expect((await list('inventory:part')).total).toBe(62);
  });

  it('keeps prices with five decimals, dates, and notes of the buyer', async () => {
    const [jumper] = (await list('purchases:order_item', '&filter=title == "QPC02SXGN-RC"')).data;
    expect(jumper?.fields).toMatchObject({
      unit_price: { amount: '0.03184', currency: 'USD' },
      total: { amount: '7.96', currency: 'USD' },
      notes: 'PICOTAG',
    });
    const [mouser] = (await list('purchases:order', '&filter=supplier_ref == "267602242"')).data;
    expect(mouser?.fields['ordered_at']).toBe('2023-10-31T00:00:00.000Z');
  });
});
