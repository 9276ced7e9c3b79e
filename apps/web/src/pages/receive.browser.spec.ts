import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@cubit/testing';
import { type App, axeViolations, openWorkshop, settled, startApp } from '@cubit/web-testing';
import { placedOrder } from '../fixtures/placed-order.js';

describe('a record', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp();
  });

  afterAll(() => app.close());

  it('begins to receive with its outstanding lines, and keeps what was typed where a line is refused', async () => {
    const workshop = await openWorkshop(app);
    const { page, address } = workshop;
    const order = await placedOrder(workshop, ['Nut', 'Screw']);
    await page.goto(`${address('purchases:order', order)}?do=purchases:receive`);
    const quantities = page.getByRole('table', { name: 'Lines' }).getByRole('spinbutton');
    await quantities.nth(1).waitFor();
    await settled(page);
    expect(await axeViolations(page)).toEqual([]);
    expect(await quantities.first().inputValue()).toBe('10');

    await quantities.first().fill('4');
    await page.keyboard.press('Enter');
    await page.keyboard.type('99');
    await page.getByRole('dialog').getByRole('button', { name: 'Receive' }).click();
    await page.locator('[aria-invalid="true"]').waitFor();
    expect(await quantities.evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value))).toEqual([
      '4',
      '99',
    ]);
    expect(await quantities.nth(1).evaluate((input) => input === document.activeElement)).toBe(true);

    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Receive' }).click();
    await page.getByRole('link', { name: 'Open receipt' }).waitFor();
  });

  it('offers the units that fit the part of each line, and receives in the chosen one', async () => {
    const { page, address, create, run, read } = await openWorkshop(app);
    const supplier = await create('purchases:supplier', { name: 'Reichelt' });
    const order = await create('purchases:order', { supplier });
    const glue = await create('inventory:part', { name: 'Glue', unit: 'g', packs: [{ unit: 'tube', qty: 50 }] });
    const lamp = await create('inventory:part', { name: 'Lamp' });
    await create('purchases:order_item', { order, part: glue, qty: 4, unit: 'tube' });
    await create('purchases:order_item', { order, part: lamp, qty: 2 });
    await run('purchases:place', { kind: 'purchases:order', id: order });
    await page.goto(`${address('purchases:order', order)}?do=purchases:receive`);
    const row = (name: string) => page.getByRole('table', { name: 'Lines' }).getByRole('row', { name });
    await row('Glue').getByText('4 tube').first().waitFor();
    const offered = async (name: string) => {
      await row(name).getByRole('combobox', { name: 'Unit' }).click();
      await page.getByRole('option').first().waitFor();
      return page.getByRole('option').allInnerTexts();
    };
    expect(await offered('Lamp')).toEqual(['pcs']);
    await page.keyboard.press('Escape');
    expect(await offered('Glue')).toEqual(['g', 'mg', 'kg', 't', 'tube']);
    await page.getByRole('option', { name: 'kg', exact: true }).click();
    await row('Glue').getByRole('spinbutton').fill('0.1');
    await row('Lamp').getByRole('button', { name: 'Leave out Lamp' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Receive' }).click();
    await page.getByRole('link', { name: 'Open receipt' }).waitFor();
    const stock = async () => (await read('inventory:part')).map(({ fields }) => fields['on_hand']);
    await until('the stock is there', async () => (await stock())[0] === 100);
    expect(await stock()).toEqual([100, 0]);
  });
});
