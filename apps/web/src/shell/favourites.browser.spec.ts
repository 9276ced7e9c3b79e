import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type App, openWorkshop, settled, startApp } from '@cubit/web-testing';

describe('favourites', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp();
  });

  afterAll(() => app.close());

  it('are pages as they are filtered, in the sidebar of their workspace, until they are removed', async () => {
    const { workspace, create, page, address } = await openWorkshop(app, ['inventory']);
    const { slug: other } = await app.server.workspace({ owner: workspace.owner, modules: ['inventory'] });
    for (const name of ['Bolt', 'Nut']) await create('inventory:part', { name });
    const parts = address('inventory:part');
    const filter = encodeURIComponent('name == "Nut"');
    await page.goto(`${parts}?filter=${filter}`);
    await page.getByRole('link', { name: 'Nut' }).waitFor();
    await settled(page);
    const star = page.getByRole('button', { name: 'Favourite', exact: true });
    await star.click();
    const section = page.getByRole('group', { name: 'Favourites' });
    const entry = section.getByRole('link', { name: 'Parts' });
    expect(await entry.getAttribute('aria-current')).toBe('page');

    await page.goto(parts);
    await page.getByRole('link', { name: 'Bolt' }).waitFor();
    await settled(page);
    expect(await star.getAttribute('aria-pressed')).toBe('false');
    await entry.click();
    await page.getByText('1 part', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Bolt' }).count()).toBe(0);
    expect(await star.getAttribute('aria-pressed')).toBe('true');

    await page.goto(`/w/${other}/modules/inventory/records/part`);
    await settled(page);
    expect(await section.count()).toBe(0);
    await page.goBack();
    await star.click();
    await section.waitFor({ state: 'detached' });
  });

  it('keep the address of a record without what was open over it', async () => {
    const { create, page, address } = await openWorkshop(app, ['inventory']);
    const record = address('inventory:part', await create('inventory:part', { name: 'Bolt' }));
    await page.goto(`${record}?panel=history`);
    await page.getByRole('heading', { name: 'Bolt' }).waitFor();
    await page.getByRole('button', { name: 'Favourite', exact: true }).click();
    const entry = page.getByRole('group', { name: 'Favourites' }).getByRole('link', { name: 'Bolt' });
    expect(await entry.getAttribute('href')).toBe(record);
  });
});
