import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type App, axeViolations, openWorkshop, settled, startApp } from '@cubit/web-testing';

describe('a record', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp();
  });

  afterAll(() => app.close());

  it('begins to receive with its outstanding lines, and keeps what was typed where a line is refused', async () => {
    const { create, run, page, address } = await openWorkshop(app);
    const supplier = await create('purchases:supplier', { name: 'Reichelt' });
    const order = await create('purchases:order', { supplier });
    for (const name of ['Nut', 'Screw']) {
      const part = await create('inventory:part', { name });
      await create('purchases:order_item', { order, part, qty: 10 });
    }
    await run('purchases:place', { kind: 'purchases:order', id: order });
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
});
