import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type App, axeViolations, openWorkshop, startApp } from '@cubit/web-testing';
import type { Locator, Page } from 'playwright-core';

let app: App;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

/** A workspace with parts, stock and orders, and the fields of its records. */
async function workshop() {
  const opened = await openWorkshop(app, ['spaces', 'inventory', 'purchases', 'projects']);
  const read = async (kind: string, id: string) =>
    (await opened.client.get<{ fields: Record<string, unknown> }>(opened.path(kind, id))).body.fields;
  return { ...opened, read };
}

/** The facts of the page: `Available: 80 pcs Minimum 50 pcs`. */
async function factsOf(page: Page): Promise<readonly string[]> {
  const facts = await page.getByRole('main').locator('dl').first().locator('> div').all();
  return Promise.all(
    facts.map(async (fact) => {
      const [title, value] = [await fact.locator('dt').innerText(), await fact.locator('dd').innerText()];
      return `${title}: ${value.replace(/\s+/g, ' ').trim()}`;
    }),
  );
}

/** How light an image is near its edge, from 0 to 255, as it is seen. */
async function edgeOf(page: Page, image: Locator): Promise<number> {
  const picture = await image.screenshot();
  const blank = await page.context().newPage();
  try {
    return await blank.evaluate(
      async (source) => {
        const seen = new Image();
        seen.src = source;
        await seen.decode();
        const canvas = new OffscreenCanvas(seen.width, seen.height);
        const context = canvas.getContext('2d');
        context?.drawImage(seen, 0, 0);
        return context?.getImageData(seen.width / 2, 6, 1, 1).data[1] ?? NaN;
      },
      `data:image/png;base64,${picture.toString('base64')}`,
    );
  } finally {
    await blank.close();
  }
}

describe('the page of a record', () => {
  it('says at its head what one opens it for: stock, minimum, where it lies', async () => {
    const { create, run, page, open } = await workshop();
    const part = await create('inventory:part', { name: 'Bolt', min_stock: 50 });
    for (const [name, qty] of [
      ['Shelf', 60],
      ['Drawer', 20],
    ] as const) {
      const location = await create('spaces:location', { name, type: 'shelf' });
      await run('inventory:add', { kind: 'inventory:part', id: part }, { qty, location });
    }
    await open('inventory:part', part);
    await page.getByRole('main').getByText('Lies in').waitFor();
    expect(await factsOf(page)).toEqual([
      'Available: 80pcs Minimum 50pcs',
      expect.stringMatching(/^Lies in: (Shelf.*Drawer|Drawer.*Shelf)/),
    ]);
    expect(await page.getByRole('progressbar', { name: 'Available' }).getAttribute('aria-valuenow')).toBe('100');
    // What nobody edits is not said twice.
    expect(await page.getByText('Available', { exact: true }).count()).toBe(1);
    expect(await axeViolations(page)).toEqual([]);
  });

  it('says facts once, and edits them where they stand', async () => {
    const { create, page, open, read } = await workshop();
    const task = await create('projects:task', {
      title: 'Fix the door',
      priority: 'high',
      blocked_reason: 'No hinges',
    });
    await open('projects:task', task);
    const main = page.getByRole('main');
    expect(await main.getByText('Priority', { exact: true }).count()).toBe(1);
    await main.locator('dl').first().getByRole('button', { name: 'Edit Priority' }).click();
    expect(await axeViolations(page)).toEqual([]);
    await main.getByLabel('Priority').selectOption({ label: 'Urgent' });
    await main.locator('dl').first().getByText('Urgent').waitFor();
    expect(await read('projects:task', task)).toMatchObject({ priority: 'urgent' });
    await page.goto(
      `/w/${page.url().split('/w/')[1]?.split('/')[0]}/modules/projects/records/task?peek=projects:task/${task}`,
    );
    const peek = page.getByRole('complementary', { name: /^Peek/ });
    await peek.locator('dl').first().getByText('Urgent').waitFor();
  });

  it('offers an action with a list of values in which None stands once', async () => {
    const { create, page, address } = await workshop();
    const part = await create('inventory:part', { name: 'Bolt' });
    await page.goto(`${address('inventory:part', part)}?do=projects:create_task`);
    const priority = page.getByRole('dialog').getByRole('radiogroup', { name: 'Priority' });
    await priority.waitFor();
    expect(await priority.getByRole('radio', { name: 'None' }).count()).toBe(1);
  });

  it('names the entries of a list by the records in them', async () => {
    const { workspace, client, create, page, open } = await workshop();
    await client.patch(`${workspace.path}/modules/digifab`, { enabled: true });
    const spools = await Promise.all(
      ['PLA black', 'PETG red', 'ABS white', 'TPU'].map(async (name) => {
        const part = await create('inventory:part', { name, unit: 'g' });
        return create('inventory:stock_item', { part, qty: 500 });
      }),
    );
    const loaded = spools.map((item, slot) => ({ slot, stock_item: item }));
    const machine = await create('digifab:machine', { name: 'MK4', loaded });
    await create('digifab:maintenance', { machine, task: 'Grease the rods', every_days: 30 });
    await open('digifab:machine', machine);
    const field = page.locator('[data-drive="field:loaded"]');
    await field.getByRole('link', { name: 'ABS white' }).waitFor();
    expect((await field.innerText()).split('\n').filter((text) => text !== '')).toEqual([
      'Loaded material',
      ...['PLA black', 'PETG red', 'ABS white'],
      '+1',
    ]);
    const heads = await page.getByRole('region', { name: 'Maintenance' }).getByRole('columnheader').allInnerTexts();
    expect(heads).toEqual(['Maintenance', 'Due now', 'Due', 'Last done']);
  });

  it('shows the lines of an order first and whole', async () => {
    const { create, page, open } = await workshop();
    const supplier = await create('purchases:supplier', { name: 'Acme' });
    const order = await create('purchases:order', { supplier, currency: 'EUR' });
    for (let line = 1; line <= 12; line += 1) {
      const part = await create('inventory:part', { name: `Part ${line}` });
      await create('purchases:order_item', { order, part, qty: line, unit_price: { amount: '2.00', currency: 'EUR' } });
    }
    await open('purchases:order', order);
    const lines = page.getByRole('region', { name: 'Lines' });
    expect(await lines.getByRole('row').count()).toBe(13);
    const heads = await lines.getByRole('columnheader').allInnerTexts();
    expect(heads).toEqual(expect.arrayContaining(['Part', 'Quantity', 'Total', 'Outstanding', 'Status']));
    const fields = page.getByRole('heading', { name: 'Arrival' });
    const [above, below] = [await lines.boundingBox(), await fields.boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0);
    expect(await axeViolations(page)).toEqual([]);
  });

  it('folds fields without a value, and adds one at its place', async () => {
    const { create, page, open, read } = await workshop();
    const task = await create('projects:task', { title: 'Fix the door' });
    await open('projects:task', task);
    const main = page.getByRole('main');
    expect(await main.getByText('Blocked because').count()).toBe(1);
    await main.getByRole('button', { name: 'Add Blocked because' }).click();
    await main.getByRole('textbox', { name: 'Blocked because' }).fill('No hinges');
    await page.keyboard.press('Enter');
    await main.getByRole('button', { name: 'Edit Blocked because' }).waitFor();
    expect(await read('projects:task', task)).toMatchObject({ blocked_reason: 'No hinges' });
    expect(await main.getByRole('button', { name: 'Add Blocked because' }).count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
  });

  it('leaves a field that was added by mistake where it was opened, and nothing is saved', async () => {
    const { create, page, open, read } = await workshop();
    const task = await create('projects:task', { title: 'Fix the door' });
    const before = await read('projects:task', task);
    await open('projects:task', task);
    const main = page.getByRole('main');
    await main.getByRole('button', { name: 'Add Blocked because' }).click();
    await main.getByRole('textbox', { name: 'Blocked because' }).waitFor();
    await page.keyboard.press('Escape');
    await main.getByRole('button', { name: 'Edit Blocked because' }).waitFor();
    expect(await read('projects:task', task)).toEqual(before);
  });

  it('offers readers no field to add, no tag and no action that they cannot run', async () => {
    const { workspace, create, open } = await workshop();
    const task = await create('projects:task', { title: 'Fix the door' });
    const viewer = await workspace.viewer();
    const page = await app.page({ as: viewer });
    await open('projects:task', task, page);
    const main = page.getByRole('main');
    await main.getByText('Priority').first().waitFor();
    expect(await main.getByText('Add a field').count()).toBe(0);
    expect(await main.getByRole('combobox', { name: 'Tags' }).count()).toBe(0);
    expect(await main.getByRole('button', { name: 'Complete task' }).count()).toBe(0);
    await main.locator('[data-drive="more"]').click();
    await page.getByRole('menuitem', { name: 'History' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Cancel task' }).count()).toBe(0);
  });

  it('shows no verdict on what was cancelled, weights with their unit, and asks in words for what an object may have', async () => {
    const { create, run, page, open, address } = await openWorkshop(app, ['inventory', 'digifab']);
    const materials = [{ material: 'PLA', est_g: 64 }];
    const job = await create('digifab:job', { title: 'Bracket', status: 'draft', materials });
    await run('digifab:cancel', { kind: 'digifab:job', id: job });
    await open('digifab:job', job);
    const main = page.getByRole('main');
    await main.getByText('PLA 64 g').waitFor();
    await main.getByText('Cancelled').first().waitFor();
    expect(await main.getByText('Outcome', { exact: true }).count()).toBe(0);
    expect(await main.getByText('Pending', { exact: true }).count()).toBe(0);

    await page.goto(`${address('digifab:job')}?new=1`);
    const form = page.getByRole('dialog');
    await form.getByText('Product', { exact: true }).waitFor();
    await form.getByRole('button', { name: 'Add allowed machines' }).waitFor();
    await form.getByRole('button', { name: 'Add product' }).click();
    await form.getByRole('group', { name: 'Product' }).waitFor();
  });

  it('shows the drawing of a floor plan, and of a location the plan with itself marked', async () => {
    const { client, workspace, path, page, open } = await workshop();
    const rack = { name: 'Rack', x_mm: 0, y_mm: 0, w_mm: 900, d_mm: 450 };
    const room = { name: 'Workshop', w_mm: 6000, d_mm: 4000, containers: [rack] };
    const document = { format: 'service-floorplan/1', rooms: [room] };
    const imported = await client.post(`${workspace.path}/modules/spaces/actions/import_plan`, { input: { document } });
    expect(imported.status).toBe(200);
    const firstOf = async (kind: string, filter: string) => {
      const { body } = await client.get<{ readonly data: readonly { readonly id: string }[] }>(
        `${path(kind)}?filter=${encodeURIComponent(filter)}`,
      );
      return body.data[0]?.id ?? 'none';
    };
    const plan = await firstOf('spaces:plan', 'true');
    await open('spaces:plan', plan);
    const drawing = page.getByRole('img', { name: /^Drawing of / });
    await drawing.waitFor();
    expect(await drawing.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

    const place = await firstOf('spaces:location', 'name == "Rack"');
    await open('spaces:location', place);
    await drawing.waitFor();
    const address = (await drawing.getAttribute('src')) ?? '';
    expect(address).toContain(`${plan}.svg?highlight=${place}`);
    const answer = await page.request.get(address);
    expect(answer.headers()['content-security-policy']).toContain('sandbox');
    expect(await edgeOf(page, drawing)).toBeGreaterThan(200);
    await page.evaluate(() => localStorage.setItem('cubit-theme', 'dark'));
    await page.reload();
    await drawing.waitFor();
    expect(await edgeOf(page, drawing)).toBeLessThan(60);

    await page.route(/\.svg\?highlight/, (route) => route.fulfill({ status: 500, body: '' }));
    await page.reload();
    await page.getByText('The drawing could not be loaded.').waitFor();
    await page.unroute(/\.svg\?highlight/);
    await page.getByRole('button', { name: 'Retry' }).click();
    await drawing.waitFor();
  });

  it('has its facts in two columns on a phone, and nothing beyond the edge', async () => {
    const { workspace, create, open } = await workshop();
    const task = await create('projects:task', { title: 'Fix the door', due_at: '2027-01-04T09:00:00Z' });
    const page = await app.page({ as: workspace.owner, width: 390, height: 844, touch: true });
    await open('projects:task', task, page);
    const [first, second] = await page.getByRole('main').locator('dl > div').all();
    const [left, right] = [await first?.boundingBox(), await second?.boundingBox()];
    expect(left?.y).toBe(right?.y);
    expect(left?.x).toBeLessThan(right?.x ?? 0);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  });
});
