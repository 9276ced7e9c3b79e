import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type App, counted, keyboardAlone, openWorkshop, PHONE, settled, startApp } from '@cubit/web-testing';
import type { Page } from 'playwright-core';

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe('journey 1, the first start', () => {
  const BUDGET = 6;

  const openWelcome = async (options = {}) => {
    const page = await app.page(options);
    await page.goto('/welcome');
    return page;
  };

  /** The account by its fields, the first of which has the focus. */
  const account = (page: Page) => ({
    email: page.getByRole('textbox', { name: 'Email', exact: true }),
    name: page.getByRole('textbox', { name: 'Name', exact: true }),
    password: page.getByLabel('Password', { exact: true }),
    create: page.getByRole('button', { name: 'Create account', exact: true }),
  });

  const arrived = async (page: Page, slug: string) => {
    await page.waitForURL(`**/w/${slug}`);
    await page.getByRole('heading', { level: 1, name: 'Home', exact: true }).waitFor({ state: 'attached' });
    await settled(page);
  };

  it.each([
    ['clicks', {}, 'lab-of-ada'],
    ['taps on a phone', PHONE, 'lab-of-eve'],
  ] as const)('takes six %s on three screens, to an empty workspace', async (_, options, slug) => {
    const page = await openWelcome(options);
    const { click, tap, count } = counted(page);
    const choose = options === PHONE ? tap : click;
    const { type } = keyboardAlone(page);
    const { email, name, password, create } = account(page);
    await type(email, `${slug}@example.org`);
    await choose(name);
    await type(name, 'Ada');
    await choose(password);
    await type(password, 'correct horse battery');
    await choose(create);
    await type(page.getByRole('textbox', { name: 'Workspace name', exact: true }), slug.replaceAll('-', ' '));
    await choose(page.getByRole('button', { name: 'Continue', exact: true }));
    await choose(page.getByRole('radio', { name: 'Empty', exact: true }));
    await page.getByRole('checkbox', { name: 'Inventory' }).waitFor();
    await choose(page.getByRole('button', { name: 'Create workspace', exact: true }));
    await arrived(page, slug);
    expect(count()).toBeLessThanOrEqual(BUDGET);
  });

  it('takes the keyboard alone', async () => {
    const page = await openWelcome();
    const { press, reach, type, kept } = keyboardAlone(page);
    const { email, name, password } = account(page);
    await type(email, 'grace@example.org');
    await reach(name);
    await type(name, 'Grace');
    await reach(password);
    await type(password, 'correct horse battery');
    await press('Enter');
    await type(page.getByRole('textbox', { name: 'Workspace name', exact: true }), 'Lab of Grace');
    await press('Enter');
    await page.getByRole('checkbox', { name: 'Inventory' }).waitFor();
    await reach(page.getByRole('radio', { name: 'Empty', exact: true }), 'ArrowDown');
    await press('Enter');
    await arrived(page, 'lab-of-grace');
    await page.keyboard.press('Tab');
    await kept();
  });
});

describe('journey 2, finding a thing and where it lies', () => {
  const BUDGET = 2;

  const withStock = async () => {
    const workshop = await openWorkshop(app, ['spaces', 'inventory']);
    const location = await workshop.create('spaces:location', { name: 'Drawer 7', type: 'shelf' });
    const part = await workshop.create('inventory:part', { name: 'Countersunk screw' });
    await workshop.run('inventory:add', { kind: 'inventory:part', id: part }, { qty: 40, location });
    return { ...workshop, at: workshop.address('inventory:part', part) };
  };

  const seenAt = async (page: Page, address: string) => {
    await page.waitForURL(`**${address}`);
    const main = page.getByRole('main');
    await main.getByText('Lies in').waitFor();
    await main
      .getByRole('link', { name: /Drawer 7/ })
      .first()
      .waitFor();
  };

  it('takes two keys, without a mouse', async () => {
    const workshop = await withStock();
    const { page, at } = workshop;
    await workshop.openHome();
    const { press: send, count } = counted(page);
    const { press, type, kept } = keyboardAlone(page, send);
    await press('/');
    await type(page.getByRole('combobox', { name: 'Search' }), 'countersunk');
    await page.getByRole('option', { name: /^Countersunk screw/, selected: true }).waitFor();
    await press('Enter');
    await seenAt(page, at);
    await kept();
    expect(count()).toBeLessThanOrEqual(BUDGET);
  });

  it('takes two taps on a phone', async () => {
    const workshop = await withStock();
    const page = await workshop.phone();
    await workshop.openHome(page);
    const { tap, count } = counted(page);
    await tap(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Search' }));
    await keyboardAlone(page).type(page.getByRole('searchbox', { name: 'Search' }), 'countersunk');
    await tap(page.getByRole('region', { name: 'Parts' }).getByRole('link', { name: /^Countersunk screw/ }));
    await seenAt(page, workshop.at);
    expect(count()).toBeLessThanOrEqual(BUDGET);
  });
});

describe('journey 3, taking one at the bench by scanning', () => {
  const ITEMS = 2;
  /** One to open, then one an item. */
  const BUDGET = 1 + ITEMS;

  const withPart = async () => {
    const workshop = await openWorkshop(app, ['inventory']);
    const { client, path, create, run } = workshop;
    const id = await create('inventory:part', { name: 'M3 x 8', ipn: 'SCR-M3-8' });
    const record = { kind: 'inventory:part', id };
    await run('inventory:add', record, { qty: 5 });
    const left = async () =>
      (await client.get<{ fields: { available: number } }>(path('inventory:part', id))).body.fields.available;
    return { ...workshop, record, left };
  };

  /** The keys of a USB scanner, which no person presses: all at once. */
  const scan = (page: Page, code: string) =>
    page.evaluate((text) => {
      for (const key of [...text, 'Enter'])
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    }, code);

  const takeOne = (page: Page) => page.getByRole('button', { name: 'Use one', exact: true });
  const used = async (page: Page, left: number) => {
    await page.getByText(`Used 1 of “M3 x 8”, ${left} pcs left`).waitFor();
    await page.locator('button:not([aria-disabled="true"])', { hasText: 'Use one' }).waitFor();
  };

  it('takes one click an item with a USB scanner', async () => {
    const workshop = await withPart();
    const { page, left } = workshop;
    await workshop.openHome();
    const { click, count } = counted(page);
    for (const rest of [4, 3]) {
      await scan(page, 'SCR-M3-8');
      await click(takeOne(page));
      await used(page, rest);
    }
    expect(count()).toBeLessThanOrEqual(BUDGET);
    expect(await left()).toBe(3);
  });

  it('takes the keyboard alone', async () => {
    const workshop = await withPart();
    const { page, left } = workshop;
    await workshop.openHome();
    const { press, reach, kept } = keyboardAlone(page);
    await scan(page, 'SCR-M3-8');
    await reach(takeOne(page));
    await press('Enter');
    await used(page, 4);
    await press('Enter');
    await used(page, 3);
    await press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await kept();
    expect(await left()).toBe(3);
  });

  it('takes a tap to open and one an item with the camera of a phone that has been allowed', async () => {
    const { client, workspace, record, left, ...workshop } = await withPart();
    const { body } = await client.post<{ result: { file: string } }>(
      `${workspace.path}/modules/inventory/actions/print_label`,
      { record, input: { format: 'png' } },
    );
    const page = await app.page({ as: workspace.owner, ...PHONE });
    await page.context().grantPermissions(['camera']);
    await page.addInitScript(pointCameraAt, `${workspace.path}/files/${body.result.file}/content`);
    await workshop.openHome(page);
    const { tap, count } = counted(page);
    await tap(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Scan' }));
    for (const rest of [4, 3]) {
      await tap(takeOne(page));
      await used(page, rest);
    }
    expect(count()).toBeLessThanOrEqual(BUDGET);
    expect(await left()).toBe(3);
  });
});

/** Runs in the page: its camera sees a picture. */
function pointCameraAt(address: string): void {
  const MARGIN = 40;
  navigator.mediaDevices.getUserMedia = async () => {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const canvas = document.createElement('canvas');
    canvas.width = picture.naturalWidth + 2 * MARGIN;
    canvas.height = picture.naturalHeight + 2 * MARGIN;
    const context = canvas.getContext('2d');
    const draw = () => {
      context?.drawImage(picture, MARGIN, MARGIN);
      requestAnimationFrame(draw);
    };
    if (context) context.fillStyle = 'white';
    context?.fillRect(0, 0, canvas.width, canvas.height);
    draw();
    return canvas.captureStream();
  };
}
