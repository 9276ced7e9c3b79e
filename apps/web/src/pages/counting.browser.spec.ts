import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@cubit/testing';
import {
  type App,
  axeViolations,
  openWorkshop,
  settled,
  sidewaysParts,
  startApp,
  type Workshop,
} from '@cubit/web-testing';
import type { Page } from 'playwright-core';

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const named = (name: string) => ({ name, exact: true });

/** Ten nuts of one lot and four bolts in the drawer, three washers elsewhere. */
async function stocked(): Promise<Workshop> {
  const workshop = await openWorkshop(app, ['spaces', 'inventory']);
  const { create } = workshop;
  const drawer = await create('spaces:location', { name: 'Drawer 1', type: 'container' });
  const shelf = await create('spaces:location', { name: 'Shelf', type: 'container' });
  for (const [name, item] of [
    ['Nut', { qty: 10, location: drawer, lot: 'A-1' }],
    ['Bolt', { qty: 4, location: drawer }],
    ['Washer', { qty: 3, location: shelf }],
  ] as const)
    await create('inventory:stock_item', { part: await create('inventory:part', { name }), ...item });
  return workshop;
}

const row = (page: Page, name: string) => page.getByRole('table', named('Lines')).getByRole('row', { name });
const cells = async (page: Page, name: string) =>
  (await row(page, name).getByRole('cell').allTextContents()).slice(0, 5);

describe('a count', () => {
  it('is set up by choosing places, and lists what is expected there', async () => {
    const workshop = await stocked();
    const { page, address } = workshop;
    await page.goto(`${address('inventory:count')}?new=1`);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', named('Name')).fill('Drawers');
    await dialog.getByRole('combobox', named('Locations')).fill('Drawer');
    await page.getByRole('option', { name: 'Drawer 1' }).click();
    await until('the next place can be chosen', () =>
      dialog.getByRole('combobox', named('Locations')).evaluate((input) => input === document.activeElement),
    );
    await dialog.getByRole('button', named('Create count')).click();
    await page.getByRole('link', named('Open')).click();
    await row(page, 'Nut').waitFor();
    expect(await cells(page, 'Nut')).toEqual(['Nut', 'Drawer 1', 'A-1', '10pcs']);
    expect(await cells(page, 'Bolt')).toEqual(['Bolt', 'Drawer 1', '', '4pcs']);
    expect(await row(page, 'Washer').count()).toBe(0);
    const scope = page.locator('[data-drive="field:scope"]');
    await scope.getByRole('link', named('Drawer 1')).waitFor();
    expect(await scope.innerText()).not.toContain('{');
    expect(await axeViolations(page)).toEqual([]);
  });

  it('is recorded on its list, by Enter from line to line, and offers what is not counted yet first', async () => {
    const workshop = await stocked();
    const { page, create, open } = workshop;
    await open('inventory:count', await create('inventory:count', { name: 'All', scope: {} }));
    const record = page.getByRole('main').getByRole('button', named('Record counted quantities'));
    await record.click();
    const dialog = page.getByRole('dialog');
    const lines = dialog.getByRole('table', named('Lines'));
    await lines.getByRole('row', { name: /^Nut Drawer 1 A-1 10 pcs/ }).waitFor();
    const counted = (name: string) => lines.getByRole('row', { name }).getByRole('spinbutton');
    const first = await lines.getByRole('rowheader').allInnerTexts();
    for (const name of first) {
      await until(`the line of ${name} has the focus`, () =>
        counted(name).evaluate((input) => input === document.activeElement),
      );
      if (name === 'Nut') await page.keyboard.type('9');
      await page.keyboard.press('Enter');
    }
    await dialog.getByRole('button', named('Record counted quantities')).click();
    await page.getByText('Recorded counted quantities, 2 left to count').waitFor();
    await until('the list has what was counted', async () => (await cells(page, 'Nut'))[4] === '9pcs');

    await record.click();
    await lines.getByRole('row', { name: /^Nut Drawer 1 A-1 10 pcs 9 pcs/ }).waitFor();
    expect((await lines.getByRole('rowheader').allInnerTexts()).at(-1)).toBe('Nut');
    expect(await counted('Nut').inputValue()).toBe('');
  });

  it('fits a phone, and has no row for a scope without a limit', async () => {
    const workshop = await stocked();
    const page = await workshop.phone();
    const id = await workshop.create('inventory:count', { name: 'All', scope: {} });
    await workshop.open('inventory:count', id, page);
    await row(page, 'Nut').waitFor();
    await settled(page);
    expect(await sidewaysParts(page)).toEqual([]);
    const topOf = (name: string) =>
      page
        .getByRole('main')
        .getByRole('button', named(name))
        .evaluate((button) => button.getBoundingClientRect().top);
    expect(await topOf('Record counted quantities')).toBe(await topOf('More'));
    expect(await page.locator('[data-drive="field:scope"]').count()).toBe(0);
  });
});
