import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type App, settled, startApp } from '@cubit/web-testing';

describe('a list', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp();
  });

  afterAll(() => app.close());

  /** A page of a workspace with 250 parts, and the address of their list. */
  const listOfParts = async () => {
    const { owner, slug, path } = await app.server.workspace({ modules: ['inventory'] });
    const operations = Array.from({ length: 250 }, (_, index) => ({
      op: 'create',
      fields: { name: `Part ${String(index).padStart(3, '0')}`, min_stock: index },
    }));
    const batch = `${path}/modules/inventory/records/part/batch`;
    expect((await app.server.as(owner).post(batch, { operations })).status).toBe(200);
    return { page: await app.page({ as: owner }), list: `/w/${slug}/modules/inventory/records/part` };
  };

  it('sorts by its heads, filters by an expression, and marks a fault in it', async () => {
    const { page, list } = await listOfParts();
    await page.goto(list);
    await settled(page);
    const name = page.getByRole('columnheader', { name: 'Name' });
    await name.getByRole('button').click();
    await page.waitForURL('**/part?sort=name');
    await name.getByRole('button').click();
    await page.waitForURL('**/part?sort=-name');
    await page.locator('[aria-sort="descending"]').waitFor();
    await page.getByRole('link', { name: 'Part 249' }).waitFor();

    const filter = page.getByRole('textbox', { name: 'Filter' });
    await filter.fill('min_stock <');
    await filter.press('Enter');
    await page.locator('[aria-invalid="true"]').waitFor();
    await filter.fill('min_stock < 10');
    await filter.press('Enter');
    await page.locator('[role="grid"][aria-rowcount="11"]').waitFor();

    expect(await page.getByText('min_stock < 10').count()).toBe(0);
    expect(await page.getByRole('listitem').allInnerTexts()).toContain('Minimum below 10');
  });

  it('edits a cell by keys, and undoes it', async () => {
    const { page, list } = await listOfParts();
    await page.goto(`${list}?sort=name&fields=min_stock`);
    await settled(page);
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('e');
    await page.getByRole('spinbutton', { name: 'Minimum' }).fill('777');
    await page.keyboard.press('Enter');
    await page.getByRole('gridcell', { name: '777' }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('gridcell', { name: '777' }).waitFor({ state: 'detached' });

    expect(
      await page.getByRole('row', { name: 'Part 000' }).getByRole('gridcell', { name: '0', exact: false }).count(),
    ).toBeGreaterThan(0);
  });

  it('selects all that the filter has', async () => {
    const { page, list } = await listOfParts();
    await page.goto(`${list}?sort=name`);
    await page.getByRole('link', { name: 'Part 000' }).waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+a');
    await page.getByText('250 selected').waitFor();

    expect(await page.getByRole('checkbox', { name: 'Select all parts' }).isChecked()).toBe(true);
  });

  it('selects what a filter finds with the key that applies it, a new filter or the same', async () => {
    const { page, list } = await listOfParts();
    await page.goto(`${list}?sort=name`);
    await page.getByRole('link', { name: 'Part 000' }).waitFor();
    const filter = page.getByRole('textbox', { name: 'Filter' });
    await filter.fill('min_stock < 10');
    await filter.press('Control+Enter');
    await page.getByText('10 selected').waitFor();
    await page.locator('[role="grid"]:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('10 selected').waitFor({ state: 'detached' });
    await filter.press('Control+Enter');
    await page.getByText('10 selected').waitFor();
    await page.locator('[role="grid"]:focus').waitFor();
    await page.keyboard.press('Escape');
    await filter.fill('min_stock < 5');
    await filter.press('Enter');
    await page.locator('[role="grid"][aria-rowcount="6"]').waitFor();
    expect(await page.getByRole('checkbox', { name: 'Select all parts' }).isChecked()).toBe(false);
    await page.keyboard.press('?');
    await page.getByText('In the filter: apply it, and select all that it finds').waitFor();
  });
});
