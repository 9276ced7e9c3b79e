import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type App, openWorkshop, settled, startApp } from '@cubit/web-testing';

const LOST = /^The connection to the server is lost/;
/** Browsers open no more than six connections to a host without TLS. */
const TABS = 8;

describe('the connection of a page', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp();
  });

  afterAll(() => app.close());

  /** A workspace with the part Nut, pages of its owner, and what `others` change meanwhile. */
  const workshop = async () => {
    const { workspace, client, create, path, address } = await openWorkshop(app, ['inventory']);
    const id = await create('inventory:part', { name: 'Nut' });
    const others = async (fields: object) => {
      expect((await client.patch(path('inventory:part', id), { fields })).status).toBe(200);
    };
    const { owner } = workspace;
    const [list, record] = [`${address('inventory:part')}?fields=ipn`, address('inventory:part', id)];
    return { owner, client, others, list, record };
  };

  it.each(['list', 'record'] as const)(
    'is said to be lost on a %s, until it is back and has what was missed',
    async (where) => {
      const { owner, others, ...pages } = await workshop();
      const page = await app.page({ as: owner, goesOffline: true });
      await page.goto(pages[where]);
      await page.getByText('Nut').first().waitFor();
      await settled(page);
      await page.context().setOffline(true);
      await page.getByRole('status').filter({ hasText: LOST }).waitFor({ timeout: 10_000 });
      await others({ ipn: 'N-1' });
      await page.context().setOffline(false);
      await page.getByText(LOST).waitFor({ state: 'detached', timeout: 10_000 });
      await page.getByText('N-1').first().waitFor();
    },
  );

  it('is there again, live, after signing in over the page', async () => {
    const { owner, client, others, list } = await workshop();
    const page = await app.page({ as: owner });
    await page.goto(list);
    await page.getByRole('link', { name: 'Nut' }).waitFor();
    await settled(page);
    await page.context().clearCookies();
    const { body } = await client.get<{ readonly data: readonly { readonly id: string; readonly current: boolean }[] }>(
      '/api/v1/me/sessions',
    );
    for (const { id, current } of body.data) if (!current) await client.delete(`/api/v1/me/sessions/${id}`);
    // An event in place of a click: the dialog may be over the heading already, opened by another request.
    await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').dispatchEvent('click');
    const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
    await dialog.getByLabel('Password').fill(owner.password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
    await settled(page);
    await others({ ipn: 'N-2' });
    await page.getByText('N-2').waitFor();
  });

  it('is live in a browser without shared workers', async () => {
    const { owner, others, list } = await workshop();
    const page = await app.page({ as: owner });
    await page.addInitScript(() => {
      Object.defineProperty(window, 'SharedWorker', { value: undefined });
    });
    await page.goto(list);
    await page.getByRole('link', { name: 'Nut' }).waitFor();
    await settled(page);
    await others({ ipn: 'N-3' });
    await page.getByText('N-3').waitFor();
  });

  it(`is one for ${TABS} tabs: all of them load, and show changes`, async () => {
    const { owner, others, list } = await workshop();
    const first = await app.page({ as: owner });
    const pages = [first];
    while (pages.length < TABS) pages.push(await first.context().newPage());
    for (const page of pages) {
      await page.goto(list);
      await page.getByRole('link', { name: 'Nut' }).waitFor();
    }
    await others({ ipn: 'N-3' });
    for (const page of pages) await page.getByText('N-3').waitFor();
  });
});
