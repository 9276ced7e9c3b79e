import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@cubit/testing';
import { type App, axeViolations, openWorkshop, settled, startApp } from '@cubit/web-testing';
import type { Locator, Page } from 'playwright-core';
import { placedOrder } from '../fixtures/placed-order.js';

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const named = (name: string) => ({ name, exact: true });

async function workshopWithOrder() {
  const workshop = await openWorkshop(app, ['inventory', 'spaces', 'purchases']);
  const order = await placedOrder(workshop, ['Screw M3 x 8 mm, hex socket, black']);
  const openReceive = async (page: Page) => {
    await workshop.open('purchases:order', order, page);
    await page.getByRole('main').getByRole('button', named('Receive')).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('spinbutton').waitFor();
    return dialog;
  };
  return { ...workshop, order, openReceive };
}

/** Whether the part is whole within the window, not beyond an edge of what scrolls sideways. */
async function isWhole(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const isInView = left >= 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight;
    const hit = document.elementFromPoint(right - 2, (top + bottom) / 2);
    return isInView && hit !== null && (element.contains(hit) || hit.contains(element));
  });
}

describe('the lines of a delivery', () => {
  it('have all their columns in sight on a desk', async () => {
    const { page, openReceive } = await workshopWithOrder();
    const dialog = await openReceive(page);
    expect(await isWhole(dialog.getByRole('spinbutton'))).toBe(true);
    for (const name of ['Unit', 'Location'])
      expect([name, await isWhole(dialog.getByRole('combobox', named(name)))]).toEqual([name, true]);
    expect(await page.locator('[data-more-end]').count()).toBe(0);
  });

  it('are cards with names on a phone, with the quantity in sight', async () => {
    const { phone, openReceive } = await workshopWithOrder();
    const page = await phone();
    const dialog = await openReceive(page);
    expect(await isWhole(dialog.getByRole('spinbutton'))).toBe(true);
    for (const name of ['Unit', 'Location'])
      expect([name, await isWhole(dialog.getByRole('combobox', named(name)))]).toEqual([name, true]);
    expect(await axeViolations(page, '[role="dialog"]')).toEqual([]);
  });
});

describe('a table of related records', () => {
  it('has a shadow where it is wider than its panel, and is scrolled by the keyboard', async () => {
    const { phone, open, order } = await workshopWithOrder();
    const page = await phone();
    await open('purchases:order', order, page);
    const lines = page.getByRole('group', named('Lines'));
    await page.locator('[data-more-end] > [role="group"]').first().waitFor();
    await lines.focus();
    await page.keyboard.press('ArrowRight');
    await until('it is scrolled', () => lines.evaluate(({ scrollLeft }) => scrollLeft > 0));
    expect(await axeViolations(page)).toEqual([]);
  });
});

describe('the path of a location', () => {
  it('is cut at its start where room lacks', async () => {
    const { page, create, open } = await openWorkshop(app, ['inventory', 'spaces']);
    let parent: string | undefined;
    for (const name of ['Hall of the first workshop', 'Rack by the northern window', 'Shelf for fasteners'])
      parent = await create('spaces:location', { name, ...(parent === undefined ? {} : { parent }) });
    await open('spaces:location');
    await page.goto(`${page.url().split('?')[0]}?layout=table`);
    const path = page.locator('[title$="/ Rack by the northern window / Shelf for fasteners"]');
    await path.waitFor();
    const beyond = await path.evaluate((cell) => {
      const [box, text] = [cell, cell.querySelector('bdi') ?? cell].map((each) => each.getBoundingClientRect());
      return { start: text!.left < box!.left, end: text!.right > box!.right + 1 };
    });
    expect(beyond).toEqual({ start: true, end: false });
  });
});

describe('a filter that cannot be read', () => {
  it('is explained once, below the toolbar, which stays aligned', async () => {
    const { page, address } = await openWorkshop(app, ['inventory']);
    await page.goto(`${address('inventory:part')}?filter=${encodeURIComponent('name == = 3')}`);
    await page.getByText('is not expected here').waitFor();
    await settled(page);
    expect(await page.getByText('is not expected here').count()).toBe(1);
    const field = page.getByRole('textbox', named('Filter'));
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    const middle = (part: Locator) =>
      part.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return Math.round((top + bottom) / 2);
      });
    const beside = page.getByRole('button', named('Add filter'));
    expect(Math.abs((await middle(field)) - (await middle(beside)))).toBeLessThanOrEqual(1);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', named('Clear the filter')).click();
    await page.getByText('is not expected here').waitFor({ state: 'detached' });
  });
});
