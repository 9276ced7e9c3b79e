import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@cubit/testing';
import { type App, axeViolations, openWorkshop, PHONE, settled, sidewaysParts, startApp } from '@cubit/web-testing';
import type { Locator } from 'playwright-core';
import { placedOrder } from '../fixtures/placed-order.js';

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const TABLET = { width: 768, height: 1_024 } as const;

describe('a page on a tablet', () => {
  it('has the titles of events on one line each', async () => {
    const { workspace, create } = await openWorkshop(app, ['spaces', 'projects']);
    await create('spaces:location', { name: 'Hall', type: 'room' });
    await create('projects:task', { title: 'Sweep the hall and put away the tools that others have left there' });
    const page = await app.page({ as: workspace.owner, ...TABLET });
    await page.goto(`/w/${workspace.slug}/activity`);
    await settled(page);
    const titles = page.getByRole('table', { name: 'Activity' }).locator('tbody td:first-child span');
    await titles.getByText('Location created').waitFor();
    const lines = await titles.evaluateAll((all) =>
      all.map((title) => {
        const range = document.createRange();
        range.selectNodeContents(title);
        return range.getClientRects().length;
      }),
    );
    expect(new Set(lines)).toEqual(new Set([1]));
    expect(await sidewaysParts(page)).toEqual([]);
  });

  it('has all columns of the lines of an order in sight', async () => {
    const workshop = await openWorkshop(app, ['inventory', 'spaces', 'purchases']);
    const order = await placedOrder(workshop, [
      'Screw M3 x 8 mm, hex socket, black',
      'Stainless hexagon bolt M8, DIN 933',
    ]);
    const page = await app.page({ as: workshop.workspace.owner, ...TABLET });
    await workshop.open('purchases:order', order, page);
    const lines = page.getByRole('group', { name: 'Lines', exact: true });
    await lines.getByRole('row').nth(2).waitFor();
    expect(await lines.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    expect(await lines.getByRole('columnheader', { name: 'Status' }).isVisible()).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
  });

  it('has the record that is peeked at over the whole width, until it is closed', async () => {
    const { workspace, create, address } = await openWorkshop(app, ['inventory']);
    const name = 'Tape for masking and for packing, with a name that is longer than its column';
    const tape = await create('inventory:part', { name });
    const page = await app.page({ as: workspace.owner, ...TABLET });
    await page.goto(address('inventory:part'));
    await settled(page);
    await page.getByRole('grid').focus();
    await page.keyboard.press(' ');
    const peek = page.getByRole('complementary', { name: /^Peek/ });
    await peek.getByRole('heading', { name }).waitFor();
    expect(await peek.boundingBox()).toEqual({ x: 0, y: 0, ...TABLET });
    expect(await peek.getByRole('separator').isVisible()).toBe(false);
    expect(await sidewaysParts(page)).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);
    // The list behind it has no stop of Tab.
    for (const key of ['Shift+Tab', 'Tab']) {
      await page.keyboard.press(key);
      expect(await peek.evaluate((pane) => pane.contains(document.activeElement))).toBe(true);
    }
    await page.keyboard.press('Escape');
    await peek.waitFor({ state: 'detached' });
    await until('the list has the focus', () =>
      page.getByRole('grid').evaluate((grid) => grid === document.activeElement),
    );

    await page.goto(`${address('inventory:part')}?peek=inventory:part/${tape}`);
    await peek.getByRole('button', { name: 'Close' }).click();
    await peek.waitFor({ state: 'detached' });
  });
});

describe('a drawing that is higher than it is wide', () => {
  it.each([
    ['a desk', { width: 1_440, height: 900 }],
    ['a tablet', TABLET],
    ['a phone', PHONE],
  ])('is whole on the screen of %s, and opens alone', async (_, size) => {
    const { workspace, client, path, address } = await openWorkshop(app, ['spaces']);
    const rooms = [{ name: 'Tower', level: 'Ground', w_mm: 2_000, d_mm: 9_000, containers: [] }];
    const plan = { format: 'service-floorplan/1', site: { name: 'Works' }, rooms };
    const input = { record: null, input: { document: plan } };
    expect((await client.post(`${workspace.path}/modules/spaces/actions/import_plan`, input)).status).toBe(200);
    const { body } = await client.get<{ data: readonly { id: string }[] }>(path('spaces:plan'));
    const page = await app.page({ as: workspace.owner, ...size });
    await page.goto(address('spaces:plan', body.data[0]?.id));
    const drawing = page.getByRole('img', { name: 'Drawing of Works' });
    await drawing.waitFor();
    await drawing.scrollIntoViewIfNeeded();
    const shown = await drawing.evaluate((image) => {
      const { top, bottom, width, height } = image.getBoundingClientRect();
      const hits = [top + 2, bottom - 2].map((y) => document.elementFromPoint(innerWidth / 2, y) === image);
      return {
        hits,
        isPortrait: (image as HTMLImageElement).naturalHeight > (image as HTMLImageElement).naturalWidth,
        width,
        height,
      };
    });
    expect(shown).toMatchObject({ hits: [true, true], isPortrait: true });
    expect(shown.height).toBeGreaterThan(size.height / 2);
    expect(await page.getByRole('link').filter({ has: drawing }).getAttribute('target')).toBe('_blank');
  });
});

describe('a table of settings on a phone', () => {
  it('has its values on lines of text, records of an event beside each other, and its buttons at its title', async () => {
    const workshop = await openWorkshop(app, ['spaces', 'inventory', 'projects']);
    const { workspace, create, run } = workshop;
    const record = { kind: 'inventory:part', id: await create('inventory:part', { name: 'Bolt' }) };
    await run('inventory:add', record, { qty: 3 });
    const task = await create('projects:task', { title: 'Repair the door' });
    await run('inventory:reserve', record, { qty: 1, for: { kind: 'projects:task', id: task } });
    const page = await workshop.phone();
    await page.goto(`/w/${workspace.slug}/activity`);
    await settled(page);
    const event = page.getByRole('row').filter({ hasText: 'Stock reserved' });
    await event.getByRole('link', { name: 'Bolt' }).waitFor();
    const records = event.getByRole('cell').nth(1).getByRole('link');
    expect(await records.count()).toBe(2);
    const tops = await records.evaluateAll((links) =>
      links.map((link) => Math.round(link.getBoundingClientRect().top)),
    );
    // Of one line.
    expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(12);
    const heights = await event
      .getByRole('cell')
      .evaluateAll((cells) => cells.slice(1, -1).map((cell) => cell.getBoundingClientRect().height));
    expect(heights.filter((height) => height > 40)).toEqual([]);
    const topOf = (cell: number) =>
      event
        .getByRole('cell')
        .nth(cell)
        .evaluate((element) => element.getBoundingClientRect().top);
    expect(await topOf(-1)).toBe(await topOf(0));
  });
});

describe('a calendar on a tablet', () => {
  it('has all days of a week in sight, and weeks that fill the page', async () => {
    const { workspace, create, address } = await openWorkshop(app, ['projects']);
    await create('projects:task', { title: 'Sweep the hall', due_at: new Date().toISOString() });
    const page = await app.page({ as: workspace.owner, ...TABLET });
    await page.goto(`${address('projects:task')}?layout=calendar`);
    await page.getByRole('link', { name: 'Sweep the hall' }).waitFor();
    const grid = page.getByRole('grid');
    expect(await grid.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    const bottomOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().bottom);
    expect((await bottomOf(grid)) - (await bottomOf(grid.getByRole('row').last()))).toBeLessThan(2);
  });
});

describe('cards on a phone', () => {
  it('are as high as what they show, and Back finds them where they were', async () => {
    const workshop = await openWorkshop(app, ['inventory']);
    const { create, address } = workshop;
    const category = await create('inventory:category', { name: 'Screws and nuts' });
    const names = Array.from({ length: 24 }, (_, index) => `Part ${index + 10}`);
    for (const [index, name] of names.entries())
      await create('inventory:part', { name, ...(index % 2 === 0 && { category, ipn: `M3-${index}`, min_stock: 5 }) });
    const page = await workshop.phone();
    await page.goto(`${address('inventory:part')}?sort=name`);
    const card = (name: string) => page.getByRole('listitem').filter({ hasText: name }).getByRole('article');
    await card('Part 12').waitFor();
    await settled(page);
    const boxes = await page
      .getByRole('listitem')
      .getByRole('article')
      .evaluateAll((all) => all.slice(0, 4).map((each) => each.getBoundingClientRect().toJSON() as DOMRect));
    const [full, short] = boxes;
    expect(full?.height).toBeGreaterThan(short?.height ?? 0);
    expect(boxes.slice(1).map(({ top }, index) => Math.round(top - (boxes[index]?.bottom ?? 0)))).toEqual([8, 8, 8]);

    await card('Part 20').scrollIntoViewIfNeeded();
    const place = await card('Part 20').boundingBox();
    await card('Part 20').getByRole('link').first().tap();
    await page.getByRole('heading', { name: 'Part 20' }).waitFor();
    await page.goBack();
    await card('Part 20').waitFor();
    await settled(page);
    expect((await card('Part 20').boundingBox())?.y).toBe(place?.y);
  });
});

describe('the bar of a selection on a phone', () => {
  it('is one row, and selects all', async () => {
    const workshop = await openWorkshop(app, ['inventory']);
    for (const name of ['Bolt', 'Nut', 'Washer']) await workshop.create('inventory:part', { name });
    const page = await workshop.phone();
    await workshop.open('inventory:part', undefined, page);
    await page.getByRole('checkbox', { name: /Bolt/ }).tap();
    const bar = page.getByRole('region', { name: 'Selection' });
    await bar.getByText('1 selected').waitFor();
    const buttons = await bar
      .getByRole('button')
      .evaluateAll((all) => all.map((button) => Math.round(button.getBoundingClientRect().top)));
    expect(new Set(buttons).size).toBe(1);
    await bar.getByRole('button', { name: 'More' }).tap();
    await page.getByRole('menuitem', { name: 'Select all' }).tap();
    await bar.getByText('3 selected').waitFor();
    await bar.getByRole('button', { name: 'More' }).tap();
    await page.getByRole('menuitem', { name: 'Move to trash' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Select all' }).count()).toBe(0);
    expect(await sidewaysParts(page)).toEqual([]);
  });
});
