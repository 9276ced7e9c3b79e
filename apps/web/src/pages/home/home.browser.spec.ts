import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type App, axeViolations, settled, startApp } from '@cubit/web-testing';

describe('home', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp();
  });

  afterAll(() => app.close());

  const workshop = async (modules: readonly string[] = ['inventory', 'projects']) => {
    const { owner, slug, path, viewer } = await app.server.workspace({ modules });
    const client = app.server.as(owner);
    const create = async (kind: string, fields: object) => {
      const { status, body } = await client.post<{ readonly id: string }>(`${path}/modules/${kind}`, { fields });
      expect(status).toBe(201);
      return body.id;
    };
    const page = await app.page({ as: owner });
    const open = async () => {
      await page.goto(`/w/${slug}`);
      await settled(page);
    };
    return { owner, viewer, slug, path, client, page, create, open };
  };
  const PART = 'inventory/records/part';
  const TASK = 'projects/records/task';
  const PAST = '2026-01-05T12:00:00Z';

  it('shows what waits for somebody, with the action at hand, and not what is zero', async () => {
    const { page, create, open, slug } = await workshop();
    const bolt = await create(PART, { name: 'Bolt', min_stock: 5 });
    await create(TASK, { title: 'Sharpen the saw', due_at: PAST });
    await open();
    const low = page.getByRole('region', { name: 'Low stock' });
    expect(await low.getByRole('link', { name: 'Bolt' }).getAttribute('href')).toBe(
      `/w/${slug}/modules/inventory/records/part/${bolt}`,
    );
    expect(await low.getByText('Minimum').count()).toBe(1);
    // Ordering belongs to a module that the workspace does not have.
    expect(await low.getByRole('button').count()).toBe(0);
    const late = page.getByRole('region', { name: 'Overdue tasks' });
    await late.getByRole('button', { name: 'Complete task: Sharpen the saw' }).click();
    await late.waitFor({ state: 'detached' });
    await page.getByText('Tasks done').waitFor();
    expect(await page.getByRole('link', { name: 'Builds in progress' }).count()).toBe(0);
    expect(await page.getByText('Nothing to do:').getByRole('link', { name: 'Overdue loans' }).count()).toBe(1);
  });

  it('shows five of many, and leads to all of them by the same filter', async () => {
    const { page, create, open } = await workshop();
    for (const name of ['Bolt', 'Nut', 'Washer', 'Spring', 'Screw', 'Rivet', 'Pin'])
      await create(PART, { name, min_stock: 5 });
    await open();
    const low = page.getByRole('region', { name: 'Low stock' });
    expect(await low.getByRole('listitem').count()).toBe(5);
    await low.getByRole('link', { name: '2 more' }).click();
    await page.getByText('7 parts').waitFor();
  });

  it('draws a line of the last 30 days, and leads to what it counts', async () => {
    const { page, create, open, client, path } = await workshop();
    const bolt = await create(PART, { name: 'Bolt' });
    const record = { kind: 'inventory:part', id: bolt };
    for (const [action, qty] of [
      ['add', 9],
      ['use', 1],
      ['use', 2],
    ] as const)
      expect(
        (await client.post(`${path}/modules/inventory/actions/${action}`, { record, input: { qty } })).status,
      ).toBe(200);
    await open();
    const tile = page.getByRole('link', { name: /^Stock used/ });
    expect(await tile.innerText()).toMatch(/Stock used\s+2\s+in 30 days/);
    expect(await tile.getByRole('img').getAttribute('aria-label')).toBe('Stock used a day, 30 days: from 0 to 2');
    await tile.click();
    await page.getByText('2 movements').waitFor();
  });

  it('says how to begin where nothing has happened', async () => {
    const { page, open } = await workshop();
    await open();
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByRole('link', { name: 'Invite others' }).waitFor();
    await steps.getByRole('link', { name: 'Add the first part' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Bolt');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('region', { name: 'Lately' }).getByText('Bolt').waitFor();
    await steps.waitFor({ state: 'detached' });
  });

  it('is arranged by keys, for this workspace, and reset', async () => {
    const { page, create, open } = await workshop();
    await create(PART, { name: 'Bolt', min_stock: 5 });
    await create(TASK, { title: 'Sharpen the saw', due_at: PAST });
    await open();
    const titles = () => page.locator('main').getByRole('heading', { level: 2 }).allInnerTexts();
    expect(await titles()).toEqual(['Low stock', 'Overdue tasks', 'Lately']);
    await page.getByRole('button', { name: 'Arrange home' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Arrange home' });
    const up = dialog.getByRole('button', { name: 'Move Overdue tasks up' });
    await up.focus();
    // The focus stays on the button, so that the key can be pressed again, to the first place and no further.
    for (let place = 6; place > 0; place -= 1) await page.keyboard.press('Enter');
    await dialog.getByRole('switch', { name: 'Show Lately' }).press('Space');
    const stored = page.waitForResponse((answer) => answer.url().includes('/me/settings/home') && answer.ok());
    await page.keyboard.press('Escape');
    await stored;
    expect(await titles()).toEqual(['Overdue tasks', 'Low stock']);
    await open();
    expect(await titles()).toEqual(['Overdue tasks', 'Low stock']);
    await page.getByRole('button', { name: 'Arrange home' }).click();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Reset' }).click();
    await dialog.getByRole('button', { name: 'Done', exact: true }).click();
    expect(await titles()).toEqual(['Low stock', 'Overdue tasks', 'Lately']);
  });

  it('keeps the other parts when one of them cannot be read', async () => {
    const { page, create, open } = await workshop();
    await create(PART, { name: 'Bolt', min_stock: 5 });
    await page.route('**/records/part?*', (route) =>
      route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'Something broke.' } } }),
    );
    await open();
    await page.getByRole('region', { name: 'Low stock' }).getByRole('button', { name: 'Retry' }).waitFor();
    await page.getByRole('region', { name: 'Lately' }).getByText('Bolt').waitFor();
    await page.unroute('**/records/part?*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('region', { name: 'Low stock' }).getByRole('link', { name: 'Bolt' }).waitFor();
  });

  it('offers viewers no actions', async () => {
    const { page, create, open, viewer, slug } = await workshop();
    await create(TASK, { title: 'Sharpen the saw', due_at: PAST });
    await open();
    await page.getByRole('button', { name: 'Complete task: Sharpen the saw' }).waitFor();
    const other = await app.page({ as: await viewer() });
    await other.goto(`/w/${slug}`);
    await other.getByRole('region', { name: 'Overdue tasks' }).getByRole('link', { name: 'Sharpen the saw' }).waitFor();
    expect(await other.getByRole('button', { name: /^Complete/ }).count()).toBe(0);
  });

  it.each([390, 1440])('has no violation of accessibility rules at %i pixels', async (width) => {
    const { owner, slug, create } = await workshop();
    await create(PART, { name: 'Bolt', min_stock: 5 });
    const page = await app.page({ as: owner, width });
    await page.goto(`/w/${slug}`);
    await page.getByRole('region', { name: 'Low stock' }).waitFor();
    await settled(page);
    expect(await axeViolations(page)).toEqual([]);
  });
});
