import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { type App, startApp } from '@cubit/web-testing';

describe('signing in', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp();
  });

  afterAll(() => app.close());

  it('refuses a wrong password, and opens the address that was asked for after the right one', async () => {
    const { owner, slug } = await app.server.workspace({ modules: [] });
    const page = await app.page();
    await page.goto(`/w/${slug}/search?q=x`);
    await page.waitForURL(/\/sign-in\?/);
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password').fill('wrong horse battery');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Email or password is wrong').waitFor();
    await page.getByLabel('Password').fill(owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`**/w/${slug}/search?q=x`);
  });
});
