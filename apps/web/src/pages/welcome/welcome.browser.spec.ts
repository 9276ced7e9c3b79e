import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type App, axeViolations, settled, startApp } from '@cubit/web-testing';

describe('first start', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp({ environment: { REGISTRATION: 'invite' } });
  });

  afterAll(() => app.close());

  it('leads from the printed address to an empty workspace in six clicks on three screens', async () => {
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
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('radio', { name: 'Empty' }).check();
    await settled(page);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await page.waitForURL('**/w/maker-lab');
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor({ state: 'attached' });
    await settled(page);
    expect(await axeViolations(page)).toEqual([]);

    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    expect(await page.getByRole('main').count()).toBe(1);
  });

  it('is over once there is an account: the address asked for opens after signing in', async () => {
    const page = await app.page();
    await page.goto('/w/maker-lab/search?q=x');
    await page.waitForURL(/\/sign-in\?/);
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel('Password').fill('wrong horse battery');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Email or password is wrong').waitFor();
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/w\/maker-lab\/search\?q=x$/);

    await page.goto('/welcome');
    await page.waitForURL('**/sign-in');
  });
});
