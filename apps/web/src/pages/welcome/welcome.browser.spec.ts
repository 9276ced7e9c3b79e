import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type App, axeViolations, holdAnswers, settled, startApp } from '@cubit/web-testing';

describe('first start', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp({ environment: { REGISTRATION: 'invite' } });
  });

  afterAll(() => app.close());

  it('leads from the printed address to an empty workspace in six clicks on three screens, once', async () => {
    const page = await app.page();
    await page.goto('/');
    await page.waitForURL('**/welcome');
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Password').fill('short');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.locator('[aria-invalid="true"]').waitFor();
    expect(await axeViolations(page)).toEqual([]);

    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByLabel('Workspace name').fill('Maker Lab');
    expect(await page.getByLabel('Address').inputValue()).toBe('maker-lab');
    const modules = await holdAnswers(page, (_, { pathname }) => pathname === '/api/v1/me/modules');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('radio', { name: 'Empty' }).check();
    await modules.answered;
    const create = page.getByRole('button', { name: 'Create workspace' });
    expect(await create.getAttribute('aria-disabled')).toBe('true');
    modules.release();
    await page.getByRole('checkbox', { name: 'Inventory' }).waitFor();
    await settled(page);
    expect(await axeViolations(page)).toEqual([]);
    await create.click();
    await page.waitForURL('**/w/maker-lab');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor({ state: 'attached' });
    await settled(page);
    expect(await axeViolations(page)).toEqual([]);

    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await page.getByRole('main').count()).toBe(1);

    const other = await app.page();
    await other.goto('/welcome');
    await other.waitForURL('**/sign-in');
  });
});

describe('first start in production', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp({ environment: { REGISTRATION: 'invite', NODE_ENV: 'production' } });
  });

  afterAll(() => app.close());

  it('asks for the setup token, points to the field if it is wrong, and goes on with the right one', async () => {
    const file = join(app.server.dataDir, 'setup-token');
    const token = readFileSync(file, 'utf8').trim();
    const page = await app.page();
    await page.goto('/');
    await page.waitForURL('**/welcome');
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Password').fill('correct horse battery');
    const field = page.getByLabel('Setup token');
    await field.fill(`${token}x`);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.locator('[name="setup_token"][aria-invalid="true"]').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(existsSync(file)).toBe(true);

    await field.fill(token);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByLabel('Workspace name').waitFor();
    expect(existsSync(file)).toBe(false);
  });
});
