import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@cubit/testing';
import { type App, counted, keyboardAlone, openWorkshop, startApp, type Workshop } from '@cubit/web-testing';
import type { Locator, Page } from 'playwright-core';
import { placedOrder } from '../fixtures/placed-order.js';

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const named = (name: string) => ({ name, exact: true });

describe('journey 4, receiving a delivery', () => {
  const BUDGET = 3;

  /** Two lines of ten each are on their way. */
  const onItsWay = async () => {
    const workshop = await openWorkshop(app, ['inventory', 'purchases']);
    await placedOrder(workshop, ['Nut', 'Screw']);
    /** Stock follows the receipt a moment later. */
    const stocked = (wanted: readonly number[]) =>
      until('the stock is there', async () => {
        const parts = await workshop.read('inventory:part');
        return wanted.every((qty, index) => Number(parts[index]?.fields['available']) === qty);
      });
    return { ...workshop, stocked };
  };

  const parts = (page: Page) => {
    const dialog = page.getByRole('dialog');
    return {
      receive: page.getByRole('region', named('On order')).getByRole('button', { name: /^Receive/ }),
      quantities: dialog.getByRole('table', named('Lines')).getByRole('spinbutton'),
      submit: dialog.getByRole('button', named('Receive')),
      done: page.getByText(/^Received goods for/),
    };
  };

  it('takes three clicks and keys from home, and the quantities', async () => {
    const workshop = await onItsWay();
    const { page, stocked } = workshop;
    await workshop.openHome();
    const { receive, quantities, submit, done } = parts(page);
    const { click, press, count } = counted(page);
    const { type } = keyboardAlone(page);
    await click(receive);
    await type(quantities.first(), '4');
    await press('Enter');
    await type(quantities.nth(1), '9');
    await click(submit);
    await done.waitFor();
    expect(count()).toBeLessThanOrEqual(BUDGET);
    await stocked([4, 9]);
  });

  it('takes the keyboard alone', async () => {
    const workshop = await onItsWay();
    const { page, stocked } = workshop;
    await workshop.openHome();
    const { receive, quantities, submit, done } = parts(page);
    const { press, reach, type, kept } = keyboardAlone(page);
    await reach(receive);
    await press('Enter');
    await type(quantities.first(), '4');
    await press('Enter');
    await type(quantities.nth(1), '9');
    await reach(submit);
    await press('Enter');
    await done.waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await kept();
    await stocked([4, 9]);
  });

  it('takes three taps on a phone, and the quantities', async () => {
    const workshop = await onItsWay();
    const page = await workshop.phone();
    await workshop.openHome(page);
    const { receive, quantities, submit, done } = parts(page);
    const { tap, count } = counted(page);
    await tap(receive);
    await keyboardAlone(page).type(quantities.first(), '4');
    await tap(submit);
    await done.waitFor();
    expect(count()).toBeLessThanOrEqual(BUDGET);
    await workshop.stocked([4, 10]);
  });
});

describe('journey 5, from low stock to an order', () => {
  const BUDGET = 3;

  const runLow = async () => {
    const workshop = await openWorkshop(app, ['inventory', 'purchases']);
    const { create } = workshop;
    const supplier = await create('purchases:supplier', { name: 'Reichelt' });
    const part = await create('inventory:part', { name: 'M3 screw', min_stock: 5 });
    await create('purchases:supplier_part', { supplier, part, sku: 'M3', preferred: true });
    return workshop;
  };

  const draft = (page: Page) =>
    page.getByRole('region', named('Low stock')).getByRole('button', named('Draft an order: M3 screw'));

  /** The order is on the screen, with a line of what is missing. */
  const seen = async (workshop: Workshop, page: Page) => {
    await page.waitForURL(/\/purchases\/records\/order\//);
    await page.getByRole('region', named('Lines')).getByRole('link', named('M3 screw')).first().waitFor();
    expect(await workshop.read('purchases:order_item')).toMatchObject([{ fields: { qty: 5 } }]);
    expect(await workshop.read('purchases:order')).toMatchObject([{ fields: { status: 'draft' } }]);
  };

  it.each([
    ['clicks', false],
    ['taps on a phone', true],
  ] as const)('takes three %s from home', async (_, isPhone) => {
    const workshop = await runLow();
    const page = isPhone ? await workshop.phone() : workshop.page;
    await workshop.openHome(page);
    const { click, tap, count } = counted(page);
    const choose = isPhone ? tap : click;
    await choose(draft(page));
    await choose(page.getByRole('dialog').getByRole('button', named('Draft an order')));
    await choose(page.getByRole('link', named('Open order')));
    await seen(workshop, page);
    expect(count()).toBeLessThanOrEqual(BUDGET);
  });

  it('takes the keyboard alone', async () => {
    const workshop = await runLow();
    const { page } = workshop;
    await workshop.openHome();
    const { press, reach, kept } = keyboardAlone(page);
    await reach(draft(page));
    await press('Enter');
    await page.getByRole('dialog').getByRole('spinbutton', named('Quantity')).and(page.locator(':focus')).waitFor();
    await press('Enter');
    await page.getByText('Drafted an order of “M3 screw”').waitFor();
    await reach(page.getByRole('navigation').getByRole('link', named('Orders')), 'Shift+Tab');
    await press('Enter');
    await reach(page.getByRole('grid', named('Orders')));
    await press('Enter');
    await seen(workshop, page);
    await kept();
  });
});

describe('journey 10, importing a spreadsheet', () => {
  const BUDGET = 4;
  const FILE = { name: 'parts.csv', mimeType: 'text/csv', buffer: Buffer.from('Name,Minimum\nNut,10\nScrew,20\n') };

  const choose = async (page: Page, open: (input: Locator) => Promise<void>) => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), open(page.locator('input[type=file]'))]);
    await chooser.setFiles(FILE);
  };

  const imported = async (workshop: Workshop, page: Page) => {
    await page.getByText('Imported: 2 created').waitFor();
    expect((await workshop.read('inventory:part')).map(({ title }) => title)).toEqual(['Nut', 'Screw']);
  };

  it('takes four clicks from home', async () => {
    const workshop = await openWorkshop(app, ['inventory']);
    const { page } = workshop;
    await workshop.openHome();
    const { click, count } = counted(page);
    await click(page.getByRole('link', named('Import parts from a file')));
    await choose(page, click);
    await click(page.getByRole('button', named('Check')));
    await click(page.getByRole('button', named('Import 2 rows')));
    await imported(workshop, page);
    expect(count()).toBeLessThanOrEqual(BUDGET);
  });

  it('takes the keyboard alone', async () => {
    const workshop = await openWorkshop(app, ['inventory']);
    const { page } = workshop;
    await workshop.openHome();
    const { press, reach, kept } = keyboardAlone(page);
    await reach(page.getByRole('link', named('Import parts from a file')));
    await press('Enter');
    await choose(page, async (input) => {
      await reach(input);
      await press('Enter');
    });
    await reach(page.getByRole('button', named('Check')));
    await press('Enter');
    const button = page.getByRole('button', named('Import 2 rows'));
    await until('what follows has the focus', () => button.evaluate((element) => element === document.activeElement));
    await press('Enter');
    await imported(workshop, page);
    await kept();
  });
});
