import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
});
