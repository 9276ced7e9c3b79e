import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type App, axeViolations, settled, startApp } from '@cubit/web-testing';

describe('keys', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp();
  });

  afterAll(() => app.close());

  /** A page of a workspace with the parts Bolt and Nut, and the address of their list. */
  const workshop = async () => {
    const { owner, slug, path } = await app.server.workspace({ modules: ['inventory'] });
    const client = app.server.as(owner);
    const records = `${path}/modules/inventory/records/part`;
    const operations = ['Bolt', 'Nut'].map((name) => ({ op: 'create', fields: { name } }));
    expect((await client.post(`${records}/batch`, { operations })).status).toBe(200);
    const { body } = await client.get<{ data: readonly { id: string }[] }>(`${records}?sort=name`);
    const list = `/w/${slug}/modules/inventory/records/part`;
    const page = await app.page({ as: owner });
    const openList = async () => {
      await page.goto(`${list}?sort=name`);
      await page.getByRole('link', { name: 'Bolt' }).waitFor();
      await settled(page);
      await page.getByRole('grid').focus();
    };
    const openRecord = async () => {
      await page.goto(`${list}/${body.data[0]?.id}`);
      await page.getByRole('heading', { name: 'Bolt' }).waitFor();
      await settled(page);
    };
    return { page, list, openList, openRecord };
  };

  it('of a list are listed by ?, those of the page with those of the grid', async () => {
    const { page, openList } = await workshop();
    await openList();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    for (const title of ['Next row', 'Edit the cell', 'Open the record', 'New part', 'Filter', 'Go to home'])
      await dialog.getByText(title, { exact: true }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });

  it('of a record are listed by ?, and . opens its actions', async () => {
    const { page, openRecord } = await workshop();
    await openRecord();
    await page.keyboard.press('?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await dialog.getByText('More actions', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('.');
    const menu = page.getByRole('menu');
    await menu.getByRole('menuitem', { name: 'History' }).waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Bolt' }).waitFor();
  });

  it('close the peek: Space again, or Escape, which leaves the selection', async () => {
    const { page, openList } = await workshop();
    const peek = page.getByRole('complementary', { name: 'Peek: Bolt' });
    await openList();
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('Space');
    await peek.waitFor();
    await page.keyboard.press('Space');
    await peek.waitFor({ state: 'detached' });
    await page.keyboard.press('Space');
    await peek.waitFor();
    await page.keyboard.press('Escape');
    await peek.waitFor({ state: 'detached' });
    expect(await page.getByText('1 selected').count()).toBe(1);
    await page.keyboard.press('Escape');
    await page.getByText('1 selected').waitFor({ state: 'detached' });
  });

  it('close what is on top alone: an editor beside the list, not the peek', async () => {
    const { page, openList } = await workshop();
    const peek = page.getByRole('complementary', { name: 'Peek: Bolt' });
    await openList();
    await page.keyboard.press('Space');
    await peek.getByRole('button', { name: 'Edit Name' }).click();
    await peek.getByRole('button', { name: 'Save' }).focus();
    await page.keyboard.press('Escape');
    await peek.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
    expect(await peek.count()).toBe(1);
    await page.keyboard.press('Escape');
    await peek.waitFor({ state: 'detached' });
  });

  it('of the search create a record with the text that was not found', async () => {
    const { page, openList } = await workshop();
    await openList();
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Search' }).fill('Spring washer');
    await page.getByRole('option', { name: 'Create part "Spring washer"' }).click();
    const name = page.getByRole('dialog').getByRole('textbox', { name: /^Name/ });
    await name.waitFor();
    expect(await name.inputValue()).toBe('Spring washer');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'New part' }).click();
    await name.waitFor();
    expect(await name.inputValue()).toBe('');
  });
});
