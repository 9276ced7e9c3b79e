import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@cubit/testing';
import type { Locator } from 'playwright-core';
import { type App, holdAnswers, openWorkshop, settled, startApp } from '@cubit/web-testing';

describe('every day', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp();
  });

  afterAll(() => app.close());

  /** A workspace with a part of which there are five, and the path of the parts. */
  const workshop = async (modules: readonly string[] = ['inventory']) => {
    const { workspace, client, create, run, address } = await openWorkshop(app, modules);
    const part = await create('inventory:part', { name: 'Bolt' });
    await run('inventory:add', { kind: 'inventory:part', id: part }, { qty: 5 });
    const { owner, slug, path } = workspace;
    return { owner, path, slug, client, create, part, parts: address('inventory:part') };
  };

  const boxOf = async (locator: Locator) => {
    const box = await locator.boundingBox();
    if (!box) throw new Error('It is not on the screen.');
    return box;
  };

  /** Whether the element is what a click in its middle would reach, not cut off and nothing above it. */
  const isReachable = async (locator: Locator) => {
    const { x, y, width, height } = await boxOf(locator);
    return locator.evaluate(
      (element, [left, top]) => element.contains(document.elementFromPoint(left!, top!)),
      [x + width / 2, y + height / 2],
    );
  };

  it('says what an action did and what is left, at one tap', async () => {
    const { owner, parts, part } = await workshop();
    const page = await app.page({ as: owner });
    await page.goto(`${parts}/${part}`);
    await settled(page);
    await page.getByRole('button', { name: 'Use one' }).click();
    await page.getByText('Used 1 of “Bolt”, 4 pcs left').waitFor();
    // The undo names what it takes back, without what was left.
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: Used 1 of “Bolt”', { exact: true }).waitFor();

    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('offers what wires and programs run to them alone', async () => {
    const { owner, parts, part } = await workshop(['inventory', 'projects', 'devices']);
    const page = await app.page({ as: owner });
    await page.goto(`${parts}/${part}`);
    await settled(page);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Move stock' }).waitFor();

    expect(await page.getByRole('menuitem', { name: /Unblock|Run a command/ }).count()).toBe(0);
  });

  it('calls stock by its part, and shows its quantity with the unit', async () => {
    const { owner, parts, part } = await workshop();
    const page = await app.page({ as: owner });
    await page.goto(parts.replace(/part$/, 'stock_item'));
    const row = page.getByRole('row').nth(1);
    await row.getByRole('link', { name: 'Bolt' }).first().waitFor();
    expect(await row.getByRole('gridcell', { name: /^5\s*pcs$/ }).count()).toBe(1);
    await row.getByRole('link', { name: 'Bolt' }).first().click();
    await page.waitForURL(/stock_item\//);
    await page.getByRole('heading', { name: 'Bolt', level: 1 }).waitFor();
    await page.goto(`${parts}/${part}`);
    const panel = page.getByRole('table', { name: 'Movements' });
    await panel.getByRole('link', { name: 'Added 5 pcs', exact: true }).waitFor();
    expect(await panel.getByRole('cell', { name: /^5\s*pcs$/ }).count()).toBe(1);
  });

  it('leaves the rows where they are while some are selected', async () => {
    const { owner, parts } = await workshop();
    const page = await app.page({ as: owner });
    await page.goto(parts);
    const box = page.getByRole('checkbox', { name: 'Select Bolt' });
    const before = await boxOf(box);
    await box.click();
    await page.getByText('1 selected').waitFor();

    expect((await boxOf(box)).y).toBe(before.y);
    expect(await isReachable(page.getByRole('region', { name: 'Selection' }).getByText('1 selected'))).toBe(true);
  });

  it('shows all of what is wrong with an edited cell', async () => {
    const { owner, parts, create } = await workshop();
    for (const name of ['Nut', 'Washer']) await create('inventory:part', { name });
    const page = await app.page({ as: owner });
    await page.goto(`${parts}?sort=name&fields=min_stock`);
    await page.getByRole('link', { name: 'Bolt' }).waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('e');
    const editor = page.getByRole('spinbutton', { name: 'Minimum' });
    await editor.fill('-1');
    await editor.press('Enter');
    const words = page.getByRole('alert').getByText('must be at least 0');
    await words.waitFor();

    expect(await isReachable(words)).toBe(true);
    expect(await isReachable(editor)).toBe(true);
  });

  it('stands in for rows that load with rows of their size', async () => {
    const { owner, parts } = await workshop();
    const page = await app.page({ as: owner });
    const held = await holdAnswers(page, (_, { pathname }) => pathname.endsWith('/records/part'));
    await page.goto(parts);
    await held.answered;
    const bones = page.locator('[role="grid"] [role="row"][aria-hidden="true"]');
    await bones.nth(5).waitFor();
    expect(await page.getByText('Loading…').count()).toBe(1);
    expect(await page.getByText('0+').count()).toBe(0);
    const { height } = await boxOf(bones.first());
    held.release();
    await page.getByRole('link', { name: 'Bolt' }).waitFor();

    expect((await boxOf(page.getByRole('row').nth(1))).height).toBe(height);
    expect(await bones.count()).toBe(0);
  });

  it('says with a shadow that columns go on beyond the edge', async () => {
    const { owner, parts } = await workshop();
    const page = await app.page({ as: owner, width: 768 });
    await page.goto(parts);
    await page.getByRole('link', { name: 'Bolt' }).waitFor();
    await page.locator('[data-more-end] > [role="grid"]').waitFor();
    await page.getByRole('grid').evaluate((grid) => grid.scrollTo({ left: grid.scrollWidth }));
    await page.locator('[data-more-end]').waitFor({ state: 'detached' });

    expect(await page.getByRole('grid').count()).toBe(1);
  });

  it('has the settings in sight however many modules there are, and folds them', async () => {
    const { owner, slug } = await workshop(['inventory', 'projects', 'purchases', 'digifab', 'devices']);
    const page = await app.page({ as: owner, height: 600 });
    await page.goto(`/w/${slug}/modules/devices/records/device`);
    await settled(page);
    const sidebar = page.getByRole('navigation', { name: 'Workspace' });
    const current = sidebar.getByRole('link', { name: 'Devices' });
    expect(await isReachable(sidebar.getByRole('link', { name: 'Settings' }))).toBe(true);
    expect(await isReachable(current)).toBe(true);

    await sidebar.getByRole('button', { name: 'Devices' }).click();
    await sidebar.getByRole('link', { name: 'Bridges' }).waitFor({ state: 'detached' });
    expect(await current.count()).toBe(1);
    await sidebar.getByRole('button', { name: 'Inventory' }).click();
    await sidebar.getByRole('link', { name: 'Parts', exact: true }).waitFor({ state: 'detached' });
  });

  it('leaves a tablet the width for its columns', async () => {
    const { owner, parts } = await workshop();
    const page = await app.page({ as: owner, width: 768 });
    await page.goto(parts);
    await page.getByRole('link', { name: 'Bolt' }).waitFor();
    const sidebar = page.getByRole('navigation', { name: 'Workspace' });
    expect((await boxOf(sidebar)).width).toBe(56);
    await sidebar.getByRole('button', { name: 'Expand the sidebar' }).click();

    expect((await boxOf(sidebar)).width).toBe(232);
  });

  it('draws progress as a bar', async () => {
    const { owner, slug, path, client } = await workshop(['inventory', 'projects']);
    const projects = `${path}/modules/projects/records/project`;
    expect((await client.post(projects, { fields: { name: 'Lamp', key: 'LA' } })).status).toBe(201);
    const page = await app.page({ as: owner });
    await page.goto(`/w/${slug}/modules/projects/records/project?fields=progress_pct`);
    const bar = page.getByRole('progressbar').first();
    await bar.waitFor();

    expect((await boxOf(bar)).width).toBeGreaterThanOrEqual(40);
  });

  it('paints no value of a choice as chosen before one is', async () => {
    const workshop = await openWorkshop(app, ['devices']);
    const { page, create, address } = workshop;
    const device = await create('devices:device', { name: 'Scale', type: 'scale' });
    await page.goto(`${address('devices:device', device)}?do=devices:link`);
    const choices = page.getByRole('dialog').getByRole('radio');
    await choices.first().waitFor();
    const paints = () => choices.evaluateAll((all) => all.map((choice) => getComputedStyle(choice).backgroundColor));
    const [plain = '', ...others] = await paints();
    expect(new Set(others)).toEqual(new Set([plain]));
    await choices.first().check();
    await until('the chosen one is painted', async () => (await paints())[0] !== plain);
    expect(new Set((await paints()).slice(1))).toEqual(new Set([plain]));
  });
});
