import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type App, axeViolations, openWorkshop, PHONE, settled, startApp } from '@cubit/web-testing';

describe('home', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp();
  });

  afterAll(() => app.close());

  /** At the home page of a new workspace. */
  const workshop = async () => {
    const opened = await openWorkshop(app, ['inventory', 'projects']);
    const home = `/w/${opened.workspace.slug}`;
    const openHome = async (as = opened.page) => {
      await as.goto(home);
      await settled(as);
    };
    return { ...opened, home, openHome };
  };
  const PAST = '2026-01-05T12:00:00Z';

  it('shows what waits for somebody, with the action at hand, and not what is zero', async () => {
    const { page, create, openHome, address } = await workshop();
    const bolt = await create('inventory:part', { name: 'Bolt', min_stock: 5 });
    await create('projects:task', { title: 'Sharpen the saw', due_at: PAST });
    await openHome();
    const low = page.getByRole('region', { name: 'Low stock' });
    expect(await low.getByRole('link', { name: 'Bolt' }).getAttribute('href')).toBe(address('inventory:part', bolt));
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
    const { page, create, openHome } = await workshop();
    for (const name of ['Bolt', 'Nut', 'Washer', 'Spring', 'Screw', 'Rivet', 'Pin'])
      await create('inventory:part', { name, min_stock: 5 });
    await openHome();
    const low = page.getByRole('region', { name: 'Low stock' });
    expect(await low.getByRole('listitem').count()).toBe(5);
    await low.getByRole('link', { name: '2 more' }).click();
    await page.getByText('7 parts').waitFor();
  });

  it('has parts in columns without holes, in the order of the document', async () => {
    const { page, create, openHome } = await workshop();
    for (const name of ['Bolt', 'Nut', 'Washer', 'Spring']) await create('inventory:part', { name, min_stock: 5 });
    for (const title of ['Sharpen the saw', 'Oil the lathe']) await create('projects:task', { title, due_at: PAST });
    await openHome();
    const boxes = await page
      .locator('main')
      .getByRole('region')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON() as DOMRect));
    expect(new Set(boxes.map(({ left }) => left)).size).toBe(2);
    const steps = boxes.slice(1).map((box, index) => {
      const before = boxes[index];
      return box.left === before?.left ? box.top - before.bottom : 'next column';
    });
    expect(steps.filter((step) => step !== 16)).toEqual(['next column']);
  });

  it('has rows of two lines on a phone, and a third where the title needs it, with the action beside it', async () => {
    const { workspace, create, openHome } = await workshop();
    await create('inventory:part', { name: 'Socket head screw', min_stock: 5000 });
    const assignees = [workspace.owner.id];
    await create('projects:task', { title: 'Sharpen the saw', due_at: PAST, priority: 'high', assignees });
    const page = await app.page({ as: workspace.owner, ...PHONE });
    const long = 'Drill the holes of the left panel';
    await create('projects:task', { title: long, due_at: PAST, priority: 'high' });
    await openHome(page);
    const rows = page.locator('main li[data-row]');
    const heightsOf = (some: typeof rows) =>
      some.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    const heights = await heightsOf(rows.filter({ hasNotText: long }));
    expect(heights.length).toBeGreaterThan(2);
    expect(heights.filter((height) => height > 58)).toEqual([]);
    const row = rows.filter({ hasText: long }).first();
    const [title, button] = [row.getByRole('link', { name: long }), row.getByRole('button')];
    expect(await title.evaluate((link) => link.scrollHeight - link.clientHeight)).toBe(0);
    const [words, action] = [await title.boundingBox(), await button.boundingBox()];
    expect(words!.x + words!.width).toBeLessThanOrEqual(action!.x);
    expect(action!.height).toBeGreaterThanOrEqual(44);
    expect(await heightsOf(row)).toEqual([expect.closeTo(78, -1)]);
  });

  it('draws a line of the last 30 days, and leads to what it counts', async () => {
    const { page, create, openHome, run } = await workshop();
    const bolt = await create('inventory:part', { name: 'Bolt' });
    const record = { kind: 'inventory:part', id: bolt };
    await run('inventory:add', record, { qty: 9 });
    for (const qty of [1, 2]) await run('inventory:use', record, { qty });
    await openHome();
    const tile = page.getByRole('link', { name: /^Stock used/ });
    expect(await tile.innerText()).toMatch(/Stock used\s+2\s+in 30 days/);
    expect(await tile.getByRole('img').getAttribute('aria-label')).toBe('Stock used a day, 30 days: from 0 to 2');
    await tile.click();
    await page.getByText('2 movements').waitFor();
  });

  it('names and links the records of what happened lately', async () => {
    const { workspace, client, page, create, openHome, run, address } = await workshop();
    await client.patch(`${workspace.path}/modules/spaces`, { enabled: true });
    const bolt = await create('inventory:part', { name: 'Bolt' });
    const drawer = await create('spaces:location', { name: 'Drawer', type: 'bin' });
    await run('inventory:add', { kind: 'inventory:part', id: bolt }, { qty: 9, location: drawer });
    await openHome();
    const line = page
      .getByRole('region', { name: 'Lately' })
      .getByRole('listitem')
      .filter({ hasText: 'Stock changed' });
    const links = line.getByRole('link');
    expect(await links.allInnerTexts()).toEqual(['Bolt', 'Drawer']);
    expect(await links.last().getAttribute('href')).toBe(address('spaces:location', drawer));
  });

  it('names a file that was uploaded', async () => {
    const { page, workspace, openHome } = await workshop();
    await page.request.post(`${app.origin}${workspace.path}/files`, {
      headers: { origin: app.origin },
      multipart: { file: { name: 'bracket.stl', mimeType: 'model/stl', buffer: Buffer.from('solid x\nendsolid x\n') } },
    });
    await openHome();
    await page.getByRole('region', { name: 'Lately' }).getByText('File uploaded: bracket.stl').waitFor();
  });

  it('says how to begin where nothing has happened', async () => {
    const { page, openHome } = await workshop();
    await openHome();
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
    const { page, create, openHome } = await workshop();
    await create('inventory:part', { name: 'Bolt', min_stock: 5 });
    await create('projects:task', { title: 'Sharpen the saw', due_at: PAST });
    await openHome();
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
    await openHome();
    expect(await titles()).toEqual(['Overdue tasks', 'Low stock']);
    await page.getByRole('button', { name: 'Arrange home' }).click();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Reset' }).click();
    await dialog.getByRole('button', { name: 'Done', exact: true }).click();
    expect(await titles()).toEqual(['Low stock', 'Overdue tasks', 'Lately']);
  });

  it('keeps the other parts when one of them cannot be read', async () => {
    const { page, create, openHome } = await workshop();
    await create('inventory:part', { name: 'Bolt', min_stock: 5 });
    await page.route('**/records/part?*', (route) =>
      route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'Something broke.' } } }),
    );
    await openHome();
    await page.getByRole('region', { name: 'Low stock' }).getByRole('button', { name: 'Retry' }).waitFor();
    await page.getByRole('region', { name: 'Lately' }).getByText('Bolt').waitFor();
    await page.unroute('**/records/part?*');
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('region', { name: 'Low stock' }).getByRole('link', { name: 'Bolt' }).waitFor();
  });

  it('shows the other parts where it cannot be known whose tasks are theirs', async () => {
    const { page, create, openHome } = await workshop();
    await create('inventory:part', { name: 'Bolt', min_stock: 5 });
    await page.route('**/api/v1/me', (route) =>
      route.fulfill({ status: 500, json: { error: { code: 'internal', message: 'Something broke.' } } }),
    );
    await openHome();
    await page.getByRole('region', { name: 'Low stock' }).waitFor();
    await page.getByRole('region', { name: 'My tasks' }).getByRole('button', { name: 'Retry' }).waitFor();
  });

  it('offers viewers no actions', async () => {
    const { page, create, openHome, workspace } = await workshop();
    await create('projects:task', { title: 'Sharpen the saw', due_at: PAST });
    await openHome();
    await page.getByRole('button', { name: 'Complete task: Sharpen the saw' }).waitFor();
    const other = await app.page({ as: await workspace.viewer() });
    await openHome(other);
    await other.getByRole('region', { name: 'Overdue tasks' }).getByRole('link', { name: 'Sharpen the saw' }).waitFor();
    expect(await other.getByRole('button', { name: /^Complete/ }).count()).toBe(0);
  });

  it.each([390, 1440])('has no violation of accessibility rules at %i pixels', async (width) => {
    const { workspace, create, openHome } = await workshop();
    await create('inventory:part', { name: 'Bolt', min_stock: 5 });
    const page = await app.page({ as: workspace.owner, width });
    await openHome(page);
    await page.getByRole('region', { name: 'Low stock' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});
