import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@cubit/testing';
import { type App, axeViolations, type Page, settled, startApp } from '@cubit/web-testing';

interface Tab {
  readonly id: string;
  readonly path: string;
}

describe('an agent that drives a tab', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp();
  });

  afterAll(() => app.close());

  it('opens, points, opens a form and speaks, reads and sends nothing, and is stopped by Esc', async () => {
    const { owner, slug, path } = await app.server.workspace({ modules: ['inventory', 'drive'] });
    const client = app.server.as(owner);
    await client.patch(`${path}/modules/drive`, { settings: { allowed: true } });
    const parts = `${path}/modules/inventory/records/part`;
    const { body: part } = await client.post<{ id: string }>(parts, { fields: { name: 'Bolt M3' } });
    const token = await app.server.mintToken(owner, { name: 'Guide', scopes: ['drive:control'] });
    const agent = app.server.as(token);
    const tabs = `${path}/modules/drive/tabs`;
    const listed = async () => (await agent.get<{ data: readonly Tab[] }>(tabs)).body.data;

    const page = await app.page({ as: owner });
    await page.goto(`/w/${slug}/modules/inventory/records/part/${part.id}`);
    await settled(page);
    expect(await listed()).toEqual([]);
    const ownViolations = await axeViolations(page);
    await page.getByRole('button', { name: 'Let my agent drive' }).click();
    const bar = page.getByRole('region', { name: 'Your agent drives this tab' });
    await bar.getByText('Guide').waitFor();
    const [tab] = await listed();
    expect(tab?.path).toBe(`/w/${slug}/modules/inventory/records/part/{id}`);
    const send = async (command: object) =>
      (
        await agent.post<{ state: string; reason: string | null }>(`${tabs}/${tab?.id}/commands`, command, {
          headers: { prefer: 'wait=10' },
        })
      ).body;

    expect(await send({ type: 'point', target: 'field:min_stock' })).toMatchObject({ state: 'done' });
    await page.locator('[data-drive="field:min_stock"][data-driven]').waitFor();
    expect(await send({ type: 'point', target: 'field:nothing' })).toMatchObject({ state: 'refused' });
    expect(await send({ type: 'say', text: '<b>Look</b> here' })).toMatchObject({ state: 'done' });
    await bar.getByText('<b>Look</b> here').first().waitFor();
    // The bar and the outline add none to those of the page.
    expect(await axeViolations(page)).toEqual(ownViolations);

    expect(await send({ type: 'open_form', target: 'action:inventory:add' })).toMatchObject({ state: 'done' });
    await page.getByRole('dialog').waitFor();
    expect(await page.getByRole('dialog').getByRole('textbox').first().inputValue()).toBe('');

    const list = `/w/${slug}/modules/inventory/records/part`;
    expect(await send({ type: 'open', path: list })).toMatchObject({ state: 'done' });
    await page.waitForURL(`**${list}`);
    expect(await send({ type: 'open', path: '/me/tokens' })).toMatchObject({ error: { code: 'validation_failed' } });
    expect((await agent.get(parts)).status).toBe(403);

    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'detached' });
    await until('the tab is gone', async () => (await listed()).length === 0);

    await page.getByRole('button', { name: 'Let my agent drive' }).click();
    await bar.getByText('Guide').waitFor();
    expect(await listed()).toHaveLength(1);
    await page.reload();
    await settled(page);
    expect(await bar.count()).toBe(0);
    await until('the tab that was left is gone', async () => (await listed()).length === 0);
  });

  it('is not offered to viewers, who do nothing that it could show', async () => {
    const workspace = await app.server.workspace({ modules: ['drive'] });
    const { owner, slug, path } = workspace;
    await app.server.as(owner).patch(`${path}/modules/drive`, { settings: { allowed: true } });
    const open = async (as: typeof owner) => {
      const page = await app.page({ as });
      await page.goto(`/w/${slug}`);
      await settled(page);
      return { page, button: page.getByRole('button', { name: 'Let my agent drive' }) };
    };
    const scripts = async (page: Page) =>
      page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    const offered = await open(owner);
    await offered.button.waitFor();
    const { page, button } = await open(await workspace.viewer());
    const loaded = (await scripts(offered.page)).filter((name) => name.endsWith('.js'));
    const texts = await Promise.all(loaded.map(async (name) => (await page.request.get(name)).text()));
    const code = loaded.filter((_, index) => texts[index]?.includes('Let my agent drive'));
    expect(code.length).toBeGreaterThan(0);
    await until('its code is there', async () => {
      const there = await scripts(page);
      return code.every((name) => there.includes(name));
    });
    expect(await button.count()).toBe(0);
  });
});
