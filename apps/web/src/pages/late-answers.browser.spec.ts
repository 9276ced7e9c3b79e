import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@cubit/testing';
import { type App, holdAnswers, openWorkshop, settled, startApp } from '@cubit/web-testing';
import type { Request } from 'playwright-core';

const SETTINGS = '/api/v1/me/settings';

describe('an answer that left before a change and arrives after it', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp();
  });

  afterAll(() => app.close());

  const workshop = () => openWorkshop(app, ['inventory', 'projects']);
  const reads = (kind: string) => (request: Request, url: URL) =>
    request.method() === 'GET' &&
    url.pathname.endsWith(`/modules/${kind.replace(':', '/records/')}`) &&
    !url.searchParams.has('ids');

  it('does not open the sidebar again, and brings the other settings', async () => {
    const { address, client, create, page } = await workshop();
    const part = await create('inventory:part', { name: 'Nut' });
    await client.put(`${SETTINGS}/peek-width`, 620);
    const settings = await holdAnswers(
      page,
      (request, { pathname, search }) => request.method() === 'GET' && pathname === SETTINGS && search === '',
    );
    await page.goto(`${address('inventory:part')}?peek=inventory:part/${part}`);
    await settings.answered;
    await page.getByRole('button', { name: 'Collapse the sidebar' }).click();
    await page.getByRole('button', { name: 'Expand the sidebar' }).waitFor();
    await until('the click is stored', async () => {
      const { body } = await client.get<{ data: readonly { key: string; value: unknown }[] }>(SETTINGS);
      return body.data.some(({ key, value }) => key === 'sidebar-collapsed' && value === true);
    });
    settings.release();
    await page.locator('[role="separator"][aria-valuenow="620"]').waitFor();
    expect(await page.getByRole('button', { name: 'Expand the sidebar' }).count()).toBe(1);
  });

  it('does not take away a form that was begun, of an invitation', async () => {
    const { workspace, client, page } = await workshop();
    const { body } = await client.post<{ readonly token: string }>(`${workspace.path}/invitations`, {
      ...{ email: 'grace@example.org', role: 'viewer' },
    });
    const me = await holdAnswers(page, (_, { pathname }) => pathname === '/api/v1/me');
    await page.goto(`/join/${body.token}`);
    await me.answered;
    await page.getByRole('heading', { name: /^Join/ }).waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
    me.release();
    await page.getByText(/^You join as viewer/).waitFor();
  });

  it('does not lose the widths of columns when columns are chosen before they arrive', async () => {
    const { workspace, address, client, page } = await workshop();
    const key = `${SETTINGS}/list:inventory:part?workspace=${workspace.slug}`;
    expect((await client.put(key, { widths: { name: 333 } })).status).toBeLessThan(300);
    const settings = await holdAnswers(
      page,
      (request, { pathname, search }) => request.method() === 'GET' && pathname === SETTINGS && search !== '',
    );
    await page.goto(address('inventory:part'));
    await settings.answered;
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Minimum' }).uncheck();
    settings.release();
    const stored = await until('the columns are stored', async () => {
      const { body } = await client.get<{ data: readonly { value: { columns?: readonly string[] } }[] }>(
        `${SETTINGS}?workspace=${workspace.slug}`,
      );
      return body.data.map(({ value }) => value).find(({ columns }) => columns !== undefined);
    });
    expect(stored.columns).not.toContain('min_stock');
    expect(stored).toMatchObject({ widths: { name: 333 } });
  });

  it('does not take back the value of a cell', async () => {
    const { address, path, client, create, page } = await workshop();
    const nut = await create('inventory:part', { name: 'Nut', min_stock: 5 });
    const washer = await create('inventory:part', { name: 'Washer', min_stock: 6 });
    await page.goto(`${address('inventory:part')}?sort=name&fields=min_stock,ipn`);
    await page.getByRole('gridcell', { name: '5' }).waitFor();
    await settled(page);
    const rows = await holdAnswers(page, (_, { searchParams }) => searchParams.get('ids')?.includes(washer) === true);
    const operations = [nut, washer].map((id) => ({ op: 'update', id, fields: { ipn: `NEW-${id.slice(-4)}` } }));
    expect((await client.post(`${path('inventory:part')}/batch`, { operations })).status).toBe(200);
    await rows.answered;
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('e');
    await page.getByRole('spinbutton', { name: 'Minimum' }).fill('777');
    await page.keyboard.press('Enter');
    await page.getByText('Minimum of “Nut” changed').waitFor();
    rows.release();
    await page
      .getByRole('row', { name: 'Washer' })
      .getByText(`NEW-${washer.slice(-4)}`)
      .waitFor();
    expect(await page.getByRole('row', { name: 'Nut' }).getByRole('gridcell', { name: '777' }).count()).toBe(1);
  });

  it('does not move a card back, however late it is', async () => {
    const { address, create, page } = await workshop();
    const project = await create('projects:project', { name: 'Shelf' });
    await create('projects:task', { title: 'Saw', project });
    await page.clock.install();
    await page.goto(`${address('projects:task')}?layout=board`);
    const card = (lane: string) => page.getByRole('region', { name: lane }).getByRole('link', { name: 'Saw' });
    await page.getByRole('link', { name: 'Saw' }).waitFor();
    await settled(page);
    const lanes = await holdAnswers(page, reads('projects:task'));
    await page.getByRole('button', { name: 'Move Saw' }).click();
    await page.getByRole('menuitem', { name: /^Done/ }).click();
    await page.getByText('“Saw” moved to Done').first().waitFor();
    await lanes.answered;
    await page.clock.fastForward(3_000);
    expect(await card('Done').count()).toBe(1);
    lanes.release();
  });
});
