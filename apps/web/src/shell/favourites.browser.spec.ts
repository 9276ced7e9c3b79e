import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type App, axeViolations, openWorkshop, PHONE, settled, startApp } from '@cubit/web-testing';

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

  it('are renamed, put into another order and removed', async () => {
    const { client, page, workspace, open } = await openWorkshop(app, ['inventory']);
    const base = `/w/${workspace.slug}`;
    const stored = ['scan', 'activity', 'wires'].map((name) => ({
      title: name,
      icon: 'star',
      href: `${base}/${name}`,
    }));
    await client.put(`/api/v1/me/settings/favourites?workspace=${workspace.slug}`, stored);
    await open('inventory:part');
    const section = page.getByRole('group', { name: 'Favourites' });
    await section.getByRole('button', { name: 'Edit favourites' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit favourites' });
    await dialog.getByRole('textbox', { name: 'Name of wires' }).fill('Automations');
    const up = dialog.getByRole('button', { name: 'Move wires up' });
    await up.focus();
    // The focus stays on the button, so that the key can be pressed again.
    for (const key of ['Enter', 'Enter', 'Enter']) await page.keyboard.press(key);
    await dialog.getByRole('button', { name: 'Move scan down' }).click();
    await dialog.getByRole('button', { name: 'Remove activity' }).click();
    expect(await axeViolations(page)).toEqual([]);
    const saved = page.waitForResponse((reply) => reply.request().method() === 'PUT');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await section.getByRole('link').allInnerTexts()).toEqual(['Automations', 'scan']);
    // The dialog does not wait for it, and a page that is loaded again may otherwise ask first.
    await saved;
    await page.reload();
    await section.getByRole('link', { name: 'Automations' }).waitFor();
    expect(await section.getByRole('link').allInnerTexts()).toEqual(['Automations', 'scan']);
    const phone = await app.page({ as: workspace.owner, ...PHONE });
    await open('inventory:part', undefined, phone);
    await phone.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'More' }).click();
    await phone.getByRole('dialog').getByRole('link', { name: 'Automations' }).waitFor();
  });

  it.each([{ a: 1 }, 'text', [null, 7, { title: 'Bad', icon: 'star', href: 'javascript:alert(1)' }]])(
    'and the home page are there although %j is stored',
    async (value) => {
      const { client, page, workspace, create, openHome } = await openWorkshop(app, ['inventory']);
      await create('inventory:part', { name: 'Bolt', min_stock: 5 });
      for (const key of ['favourites', 'home', 'sidebar-folded'])
        await client.put(`/api/v1/me/settings/${key}?workspace=${workspace.slug}`, value);
      await openHome();
      await page.getByRole('region', { name: 'Low stock' }).waitFor();
      expect(await page.getByRole('group', { name: 'Favourites' }).count()).toBe(0);
    },
  );
});
