import { mkdtempSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@cubit/testing';
import { type App, axeViolations, holdAnswers, settled, startApp } from '@cubit/web-testing';

const SECTIONS = [
  ...['workspace', 'members', 'modules', 'fields', 'tags', 'views', 'preferences', 'calendar'],
  ...['channels', 'integrations', 'agents', 'drive', 'jobs', 'audit', 'archive'],
];
const KEYS = '/api/v1/me/settings/keyboard-shortcuts';
const PASSWORD = 'correct horse battery';
const folder = mkdtempSync(join(tmpdir(), 'cubit-vault-'));

interface Module {
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
}

/** A package with a module that has a secret setting. */
async function addVault() {
  const manifest = {
    name: 'vault',
    version: '1.0.0',
    type: 'module',
    exports: './index.js',
    cubit: { module: 'vault' },
  };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(
    join(folder, 'index.js'),
    `import { defineModule, Field } from '@cubit/core';
import { Type } from 'typebox';
export const vault = defineModule({ name: 'vault', version: '1.0.0', contract: '^1.0.0', title: 'Vault', description: 'For a spec.',
  settings: Type.Object({ host: Field.text({ title: 'Host', default: 'example.org' }), api_key: Field.secret({ title: 'Key' }) }) });
`,
  );
}

describe('administration', () => {
  let app: App;

  beforeAll(async () => {
    await addVault();
    app = await startApp({ environment: { MODULES: folder } });
  });

  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  it('sets, keeps, replaces and clears a secret of a module, and never shows it', async () => {
    const { owner, slug, path } = await app.server.workspace({ modules: ['vault'] });
    const states = async () => {
      const { body } = await app.server.as(owner).get<{ data: Module[] }>(`${path}/modules`);
      return body.data.find(({ name }) => name === 'vault')?.settings;
    };
    const page = await app.page({ as: owner });
    await page.goto(`/w/${slug}/settings/modules`);
    const dialog = page.getByRole('dialog');
    const key = dialog.getByLabel('Key', { exact: true });
    const open = () => page.getByRole('button', { name: 'Settings of Vault' }).click();
    const save = async () => {
      await dialog.getByRole('button', { name: 'Save settings' }).click();
      await dialog.waitFor({ state: 'detached' });
    };

    await open();
    await dialog.getByText('Not set.').waitFor();
    expect(await key.getAttribute('type')).toBe('password');
    await key.fill('first key');
    await save();
    expect(await states()).toEqual({ host: 'example.org', api_key: { set: true } });

    await open();
    await dialog.getByText('Set. A new text replaces it.').waitFor();
    expect(await key.inputValue()).toBe('');
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Host' }).fill('other.example');
    await dialog.getByRole('button', { name: 'Clear Key' }).click();
    await dialog.getByRole('button', { name: 'Keep Key' }).click();
    await key.fill('second key');
    await key.fill('');
    await save();
    expect(await states()).toEqual({ host: 'other.example', api_key: { set: true } });
    expect(await page.content()).not.toContain('first key');

    await open();
    await dialog.getByRole('button', { name: 'Clear Key' }).click();
    await dialog.getByText('Will be cleared.').waitFor();
    await save();
    expect(await states()).toEqual({ host: 'other.example', api_key: { set: false } });
  });

  it('filters the audit log by what was changed, and names modules by their titles', async () => {
    const { owner, slug, path } = await app.server.workspace({ modules: ['inventory'] });
    await app.server.as(owner).patch(`${path}/modules/vault`, { enabled: true });
    const page = await app.page({ as: owner });
    await page.goto(`/w/${slug}/settings/audit`);
    await settled(page);
    const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row');
    await rows.filter({ hasText: 'Workspace created' }).waitFor();
    await page.getByRole('combobox', { name: 'What' }).selectOption('Modules');
    await rows.filter({ hasText: 'Workspace created' }).waitFor({ state: 'detached' });
    await rows.filter({ hasText: 'Module enabled' }).filter({ hasText: 'Module: Vault' }).waitFor();
    expect(new URL(page.url()).searchParams.get('action')).toBe('module.*');
    await page.goto(`/w/${slug}/settings/audit?action=workspace.created`);
    await rows.filter({ hasText: 'Workspace created' }).waitFor();
    const what = page.getByRole('combobox', { name: 'What' });
    expect(await what.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text)).toBe(
      'Workspace created',
    );
  });

  it('invites a viewer, who sees who may change the workspace, without a refused request', async () => {
    const { owner, slug } = await app.server.workspace({ modules: [] });
    const page = await app.page({ as: owner });
    await page.goto(`/w/${slug}/settings/members`);
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByRole('textbox', { name: 'Email' }).fill('nobody');
    await page.getByRole('button', { name: 'Create invitation' }).click();
    await page.locator('input[name="email"][aria-invalid="true"]:focus').waitFor();
    await page.getByRole('textbox', { name: 'Email' }).fill('grace@example.org');
    await page.getByRole('radio', { name: /Viewer/ }).check();
    await page.getByRole('button', { name: 'Create invitation' }).click();
    const link = await page.getByRole('dialog').locator('code').innerText();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('table', { name: 'Invitations' }).getByText('grace@example.org').waitFor();

    const other = await app.page();
    await other.goto(new URL(link).pathname);
    await other.getByLabel('Email').fill('grace@example.org');
    await other.getByLabel('Name').fill('Grace');
    await other.getByLabel('Password').fill(PASSWORD);
    await other.getByRole('button', { name: /Join/ }).click();
    await other.waitForURL(`**/w/${slug}`);
    const refused: string[] = [];
    other.on('response', (response) => {
      if (response.status() === 403) refused.push(response.url());
    });
    for (const section of SECTIONS) {
      await other.goto(`/w/${slug}/settings/${section}`);
      await settled(other);
      if (!['tags', 'preferences', 'calendar', 'jobs'].includes(section))
        await other.getByText(/Only admins and owners/).waitFor();
    }
    expect(refused).toEqual([]);

    await page.reload();
    await page.getByRole('combobox', { name: 'Role of Grace' }).selectOption('member');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText(/^Undone: Grace is now member/).waitFor();
    expect(await page.getByRole('combobox', { name: 'Role of Grace' }).inputValue()).toBe('viewer');
  });

  it('adds a custom field that records have at once, and takes it back', async () => {
    const { owner, slug, path } = await app.server.workspace();
    const client = app.server.as(owner);
    const page = await app.page({ as: owner });
    await page.goto(`/w/${slug}/settings/fields`);
    await page.getByRole('button', { name: 'Add field' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Shelf life');
    expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('shelf_life');
    await dialog.getByRole('combobox', { name: 'Type' }).selectOption('integer');
    await dialog.getByRole('textbox', { name: 'Unit' }).fill('days');
    await dialog.getByRole('region', { name: 'Preview' }).getByLabel('Shelf life').fill('3');
    await dialog.getByRole('button', { name: 'Check the records' }).click();
    await dialog.getByText('All 0 records fit.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add field' }).click();
    await page.getByRole('table', { name: 'Custom fields' }).getByText('Shelf life').waitFor();
    const fields = () => client.get<{ data: readonly { name: string }[] }>(`${path}/field-definitions`);
    expect((await fields()).body.data.map(({ name }) => name)).toEqual(['shelf_life']);

    await page.keyboard.press('Control+z');
    await page.getByText('Undone: Added the field Shelf life').waitFor();
    expect((await fields()).body.data).toEqual([]);
  });

  it('creates the address of a calendar, shows it once, and removes it', async () => {
    const { owner, slug } = await app.server.workspace();
    const page = await app.page({ as: owner });
    await page.goto(`/w/${slug}/settings/calendar`);
    await page.getByRole('button', { name: 'Create an address' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Phone');
    await dialog.getByRole('radio', { name: 'Only those assigned to me' }).check();
    await dialog.getByRole('button', { name: 'Create address' }).click();
    const { pathname, search } = new URL(await dialog.locator('code').innerText());
    expect(search).toContain(`&assignee=${owner.id}`);
    expect((await app.server.anonymous.get(`${pathname}${search}`)).status).toBe(200);
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Remove Phone' }).click();
    await page.getByRole('button', { name: 'Remove address' }).click();
    await page.getByText('No calendar addresses').waitFor();
    expect((await app.server.anonymous.get(`${pathname}${search}`)).status).toBe(401);
  });

  it('shows a new token and the address of an integration once, and tests a channel', async () => {
    const { owner, slug } = await app.server.workspace({ modules: [] });
    const page = await app.page({ as: owner });
    await page.goto('/me/tokens');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Label printer');
    await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
    const token = await page.getByRole('dialog').locator('code').innerText();
    expect((await app.server.as(token).get('/api/v1/me')).status).toBe(200);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Revoke Label printer' }).click();
    await page.getByRole('button', { name: 'Revoke token' }).click();
    await page.getByText('Revoked Label printer').waitFor();
    expect((await app.server.as(token).get('/api/v1/me')).status).toBe(401);

    await page.goto(`/w/${slug}/settings/channels`);
    await page.getByRole('button', { name: 'Add channel' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Type' }).selectOption('webhook');
    await dialog.getByRole('textbox', { name: 'Url' }).fill('http://127.0.0.1/hook');
    await dialog.getByRole('button', { name: 'Add channel' }).click();
    await dialog.locator('input[name="url"][aria-invalid="true"]:focus').waitFor();
    await dialog.getByRole('textbox', { name: 'Url' }).fill('https://hooks.invalid/cubit');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Board');
    await dialog.getByRole('button', { name: 'Add channel' }).click();
    await page.getByRole('button', { name: 'Test Board' }).click();
    await page
      .getByRole('table', { name: 'Deliveries' })
      .getByText(/Failed|Refused/)
      .waitFor({ timeout: 20_000 });
  });

  it('turns single keys off and on again', async () => {
    const { owner, slug } = await app.server.workspace({ modules: [] });
    const page = await app.page({ as: owner });
    const keys = page.getByRole('switch', { name: 'Keyboard shortcuts' });
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    const turn = async (on: boolean) => {
      await page.goto('/me');
      // Until its stored value has arrived, it shows the default, and `setChecked` compares with what it shows.
      await keys.and(page.locator(':enabled')).waitFor();
      const stored = page.waitForResponse((response) => response.url().endsWith('/me/settings/keyboard-shortcuts'));
      await keys.setChecked(on);
      await stored;
      // What this device knows applies on the next page until the settings have loaded there.
      await page.waitForFunction((off) => (localStorage.getItem('cubit-single-keys') === 'off') === off, !on);
      await page.goto(`/w/${slug}/wires`);
      await settled(page);
    };
    await turn(false);
    await page.keyboard.press('?');
    // A key that always works is handled after it.
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').waitFor();
    expect(await help.count()).toBe(0);

    await turn(true);
    await page.keyboard.press('?');
    await help.waitFor();
  });

  it('lets nobody turn a switch whose stored value has not arrived', async () => {
    const { owner } = await app.server.workspace({ modules: [] });
    await app.server.as(owner).put(KEYS, false);
    const page = await app.page({ as: owner });
    const settings = await holdAnswers(page, (_, { pathname }) => pathname === '/api/v1/me/settings');
    await page.goto('/me');
    const keys = page.getByRole('switch', { name: 'Keyboard shortcuts' });
    await settings.answered;
    expect(await keys.isDisabled()).toBe(true);
    settings.release();
    await keys.and(page.locator(':enabled')).waitFor();
    expect(await keys.isChecked()).toBe(false);
  });

  it('keeps the order of quick changes of a setting, and shows the last one meanwhile', async () => {
    const { owner } = await app.server.workspace({ modules: [] });
    const client = app.server.as(owner);
    const page = await app.page({ as: owner });
    await page.goto('/me');
    const keys = page.getByRole('switch', { name: 'Keyboard shortcuts' });
    const writes: boolean[] = [];
    page.on('request', (request) => request.method() === 'PUT' && writes.push(request.postDataJSON() as boolean));
    const first = await holdAnswers(page, (request) => request.method() === 'PUT');
    await keys.uncheck();
    await first.answered;
    await keys.check();
    await keys.uncheck();
    await keys.check();
    expect(writes).toEqual([false]);
    first.release();
    await until('all writes were sent', () => writes.length === 4);
    expect(writes).toEqual([false, true, false, true]);
    await until('the last one is stored', async () => {
      const { body } = await client.get<{ data: readonly { value: unknown }[] }>('/api/v1/me/settings');
      return body.data[0]?.value === true;
    });
    expect(await keys.isChecked()).toBe(true);
  });

  it('opens the page of a notification at the address of the browser, whatever the public one is', async () => {
    const { owner, slug, path } = await app.server.workspace({ modules: ['inventory'] });
    const client = app.server.as(owner);
    const records = '/modules/inventory/records/part';
    const { body } = await client.post<{ id: string }>(`${path}${records}`, { fields: { name: 'Bracket' } });
    const input = { message: 'Look at this until 2026-03-05', link_url: `${records}/${body.id}` };
    expect((await client.post(`${path}/modules/core-notifications/actions/notify`, { input })).status).toBe(200);
    const { body: bell } = await client.get<{ data: readonly { link_url: string }[] }>(`${path}/notifications`);
    expect(bell.data[0]?.link_url).toBe(`http://cubit.test/w/${slug}${records}/${body.id}`);

    const page = await app.page({ as: owner });
    await page.goto(`/w/${slug}/notifications`);
    await page.getByRole('link', { name: 'Look at this until Mar 5, 2026' }).click();
    await page.waitForURL(`${app.origin}/w/${slug}${records}/${body.id}`);
    await page.getByRole('heading', { name: 'Bracket' }).waitFor();
  });

  it('stores both of two quick changes of notifications, and keeps what is typed beside them', async () => {
    const { owner, slug, path } = await app.server.workspace({ modules: ['inventory', 'projects'] });
    const client = app.server.as(owner);
    const page = await app.page({ as: owner });
    await page.goto(`/w/${slug}/settings/preferences`);
    const ways = page.getByRole('combobox', { name: /^How for / });
    await ways.nth(1).waitFor();
    await page.getByRole('switch', { name: 'Quiet hours' }).check();
    const first = await holdAnswers(page, (request) => request.method() === 'PUT');
    await ways.nth(0).selectOption('off');
    await first.answered;
    await ways.nth(1).selectOption('bell');
    expect(await ways.evaluateAll((all) => all.slice(0, 2).map((each) => (each as HTMLSelectElement).value))).toEqual([
      'off',
      'bell',
    ]);
    first.release();
    await page.getByText(/: bell only$/).waitFor();
    const stored = async () => {
      const { body } = await client.get<{ preferences: readonly { enabled: boolean; channels: unknown }[] }>(
        `${path}/notification-preferences`,
      );
      return body.preferences.map(({ enabled, channels }) => ({ enabled, channels }));
    };
    expect(await stored()).toHaveLength(2);
    expect(await stored()).toEqual(
      expect.arrayContaining([expect.objectContaining({ enabled: false }), { enabled: true, channels: [] }]),
    );
    expect(await page.getByRole('switch', { name: 'Quiet hours' }).isChecked()).toBe(true);

    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText(/^Undone: .*: bell only$/).waitFor();
    expect(await stored()).toEqual([expect.objectContaining({ enabled: false })]);
  });

  it('stores what two tabs change at the same time, and keeps what is typed into the times', async () => {
    const { owner, slug, path } = await app.server.workspace({ modules: ['inventory', 'projects'] });
    const first = await app.page({ as: owner });
    const second = await first.context().newPage();
    const ways = (page: typeof first) => page.getByRole('combobox', { name: /^How for / });
    for (const page of [first, second]) {
      await page.goto(`/w/${slug}/settings/preferences`);
      await ways(page).nth(1).waitFor();
    }
    await second.getByRole('switch', { name: 'Quiet hours' }).check();
    await second.getByRole('textbox', { name: 'From' }).fill('20:15');
    // Both have read the preferences before either writes them.
    const read = await holdAnswers(
      first,
      (request, { pathname }) => request.method() === 'GET' && pathname.endsWith('/notification-preferences'),
    );
    await ways(first).nth(0).selectOption('off');
    await read.answered;
    await ways(second).nth(1).selectOption('off');
    await second.getByText(/: off$/).waitFor();
    read.release();
    await first.getByText(/: off$/).waitFor();
    const { body } = await app.server
      .as(owner)
      .get<{ preferences: readonly { event: string; enabled: boolean }[] }>(`${path}/notification-preferences`);
    expect(body.preferences.map(({ enabled }) => enabled)).toEqual([false, false]);
    expect(await second.getByRole('textbox', { name: 'From' }).inputValue()).toBe('20:15');
  });
});
