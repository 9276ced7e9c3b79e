import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@cubit/testing';
import { type App, axeViolations, openWorkshop, settled, startApp, type Workshop } from '@cubit/web-testing';
import type { Page } from 'playwright-core';

let app: App;
let shop: Workshop;
let screen: Page;

beforeAll(async () => {
  app = await startApp();
  shop = await openWorkshop(app);
  await shop.create('inventory:part', { name: 'Nut' });
  screen = await app.page({ width: 1_920, height: 1_080, theme: 'light', goesOffline: true });
}, 120_000);
afterAll(() => app.close());

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const codeOn = async (page: Page) => {
  const code = page.getByRole('img', { name: /^Code / });
  await code.waitFor();
  return (await code.innerText()).replaceAll(/\s/g, '');
};
/** Marks the page when it has the lock that keeps the screen on. */
const markLock = async (page: Page) => {
  // A browser without a screen grants it to nobody else.
  await page.context().grantPermissions(['screen-wake-lock']);
  await page.addInitScript(() => {
    const { wakeLock } = navigator;
    const request = wakeLock.request.bind(wakeLock);
    wakeLock.request = async (type) => {
      const lock = await request(type);
      document.documentElement.dataset['awake'] = type;
      return lock;
    };
  });
};

const openSettings = async () => {
  await shop.page.goto(`/w/${shop.workspace.slug}/settings/displays`);
  await settled(shop.page);
};

/** Pairs a screen at the page of settings. */
async function pair(page: Page, title: string, choose: (dialog: ReturnType<Page['getByRole']>) => Promise<void>) {
  await page.goto('/wall');
  const code = await codeOn(page);
  await openSettings();
  await shop.page.getByRole('button', { name: 'Pair a screen', exact: true }).first().click();
  const dialog = shop.page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Code' }).fill(code.toLowerCase());
  await dialog.getByRole('textbox', { name: 'Title' }).fill(title);
  await choose(dialog);
  await dialog.getByRole('button', { name: 'Pair screen', exact: true }).click();
  await shop.page.getByText(`Paired the display ${title}`).waitFor();
  await heading(page, title).waitFor();
  await settled(page);
}

describe('a screen on the wall', () => {
  it('shows a code, and machines with their jobs once an administrator has entered it', async () => {
    const laser = { name: 'Laser left', type: 'laser', loaded: [{ slot: 0, material: 'Plywood' }] };
    const machine = await shop.create('digifab:machine', laser);
    await shop.create('digifab:machine', { name: 'Laser right', type: 'laser', accepting_jobs: false });
    await markLock(screen);
    await screen.goto('/wall');
    expect(await codeOn(screen)).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{6}$/);
    expect(await axeViolations(screen)).toEqual([]);

    await pair(screen, 'Print room', async (dialog) => {
      await dialog.getByRole('radio', { name: 'Machines and their jobs' }).check();
    });
    expect(new URL(screen.url()).pathname).toMatch(new RegExp(`^/w/${shop.workspace.slug}/wall/[\\w-]+$`));
    await screen.locator('html[data-awake="screen"]').waitFor({ state: 'attached' });
    const card = screen.getByRole('listitem').filter({ has: heading(screen, 'Laser left') });
    await card.getByText('Idle', { exact: true }).waitFor();
    await card.getByText('Plywood', { exact: true }).waitFor();
    await screen.getByText('No job waits').waitFor();
    expect(await axeViolations(screen)).toEqual([]);
    // Nothing but what is shown: no navigation, no link, no button, nothing to scroll.
    expect(await screen.locator('nav, a, button, input').count()).toBe(0);
    expect(
      await screen.evaluate(() => document.documentElement.scrollHeight <= document.documentElement.clientHeight),
    ).toBe(true);
    expect(await screen.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
    expect((await screen.context().cookies()).map(({ name }) => name)).toEqual(['cubit_display']);

    // The job goes to the machine that is free, and then follows its reports.
    await shop.create('digifab:job', { title: 'Bracket' });
    await card.getByText('Bracket').waitFor();
    const report = (input: object) => shop.run('digifab:report', { kind: 'digifab:machine', id: machine }, input);
    await report({ state: 'printing', progress: 0.4 });
    await card.getByRole('progressbar', { name: 'Progress' }).waitFor();
    await until('the progress is on the wall', async () => (await card.innerText()).includes('40 %'));
    await shop.create('digifab:job', { title: 'Lid', target: { model: 'none such' } });
    await screen.getByText('1 job waits').waitFor();
    await report({ state: 'completed' });
    await card.getByText('Bed must be cleared', { exact: true }).waitFor();
  }, 120_000);

  it('says since when the connection is lost, and catches up', async () => {
    await screen.context().setOffline(true);
    await screen.getByText(/^No connection since .+\. Reconnecting\.$/).waitFor();
    await shop.create('digifab:machine', { name: 'Mill' });
    await screen.context().setOffline(false);
    await heading(screen, 'Mill').waitFor();
    await screen.getByText(/^No connection since/).waitFor({ state: 'detached' });
  }, 60_000);

  it('loads itself again when a lost connection is back and the server has a new build', async () => {
    await screen.evaluate(() => (document.documentElement.dataset['build'] = 'old'));
    await screen.route('/', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: (await answer.text()).replace('/assets/', '/assets/later-') });
    });
    await screen.context().setOffline(true);
    await screen.getByText(/^No connection since/).waitFor();
    await screen.context().setOffline(false);
    await screen.locator('html[data-build]').waitFor({ state: 'detached' });
    await screen.unroute('/');
    await heading(screen, 'Print room').waitFor();
    await settled(screen);
  }, 60_000);

  it('is shown to members as a preview, with their session and a way back', async () => {
    const { pathname } = new URL(screen.url());
    const viewer = await shop.workspace.viewer();
    const page = await app.page({ as: viewer });
    // The session is refreshed, as on any other page.
    await page.context().clearCookies({ name: 'cubit_session' });
    await page.goto(pathname);
    await heading(page, 'Laser left').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Leave the preview' }).click();
    await page.waitForURL(`/w/${shop.workspace.slug}`);

    const stranger = await app.page();
    await stranger.goto(pathname);
    await heading(stranger, 'Sign in to see this display').waitFor();
    expect(await stranger.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
      `/sign-in?next=${encodeURIComponent(pathname)}`,
    );
  }, 60_000);

  it('shows the records of a shared view by turns', async () => {
    const view = { name: 'Stocked', kind: 'inventory:part', shared: true, sort: 'name', fields: ['ipn'] };
    await shop.client.post(`${shop.workspace.path}/views`, view);
    for (let part = 10; part < 22; part += 1) await shop.create('inventory:part', { name: `Bolt ${part}` });
    const other = await app.page({ width: 1_280, height: 720 });
    await pair(other, 'Store', async (dialog) => {
      await dialog.getByRole('radio', { name: 'A shared view' }).check();
      await dialog.getByRole('combobox', { name: 'View' }).selectOption({ label: 'Parts: Stocked' });
    });
    await other.getByRole('rowheader', { name: 'Bolt 10' }).waitFor();
    await other.getByText('Page 1 of 2').waitFor();
    expect(await other.getByRole('rowheader', { name: 'Nut' }).count()).toBe(0);
    expect(await axeViolations(other)).toEqual([]);
    await other.getByText('Page 2 of 2').waitFor();
    await other.getByRole('rowheader', { name: 'Nut' }).waitFor();
  }, 90_000);

  it('refuses a code that no screen shows at its field', async () => {
    await openSettings();
    expect(await axeViolations(shop.page)).toEqual([]);
    await shop.page.getByRole('button', { name: 'Pair a screen', exact: true }).first().click();
    const dialog = shop.page.getByRole('dialog');
    const code = dialog.getByRole('textbox', { name: 'Code' });
    await code.fill('BBBBBB');
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Nowhere');
    await dialog.getByRole('button', { name: 'Pair screen', exact: true }).click();
    await dialog.getByText(/is shown by no screen/i).waitFor();
    expect(await code.getAttribute('aria-invalid')).toBe('true');
    await dialog.getByRole('button', { name: 'Cancel', exact: true }).click();
  }, 60_000);

  it('goes back to a code at once when it is revoked', async () => {
    await openSettings();
    const row = shop.page.getByRole('row').filter({ hasText: 'Print room' });
    expect(await row.innerText()).not.toContain('Never');
    await row.getByRole('button', { name: 'Revoke Print room' }).click();
    await shop.page.getByRole('alertdialog').getByRole('button', { name: 'Revoke display' }).click();
    await codeOn(screen);
    expect(new URL(screen.url()).pathname).toBe('/wall');
    expect(await shop.page.getByRole('row').filter({ hasText: 'Print room' }).count()).toBe(0);
  }, 60_000);
});
