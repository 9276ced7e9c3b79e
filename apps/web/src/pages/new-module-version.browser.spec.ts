import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@cubit/testing';
import { type App, openWorkshop, startApp } from '@cubit/web-testing';

const folder = await mkdtemp(join(tmpdir(), 'cubit-lathe-'));
let app: App;

/** The module as its author built it, with further fields of its kind. */
async function writeModule(fields = ''): Promise<void> {
  const manifest = { name: 'cubit-module-lathe', version: '1.0.0', type: 'module', exports: './index.js' };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, cubit: { module: 'lathe' } }));
  await writeFile(
    join(folder, 'index.js'),
    `import { defineKind, defineModule, Field } from '@cubit/core';
import { Type } from 'typebox';
const tool = defineKind({ id: 'lathe:tool', title: ['Tool', 'Tools'], titleField: 'name',
  fields: Type.Object({ name: Field.text({ title: 'Name' }), ${fields} }) });
export const lathe = defineModule({ name: 'lathe', version: '1.0.0', contract: '^1.0.0', title: 'Lathe',
  description: 'For a spec.', kinds: [tool] });`,
  );
}

beforeAll(async () => {
  await writeModule();
  app = await startApp({ environment: { MODULES: folder, PORT: String(await freePort()) } });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

describe('an open page', () => {
  it('shows a field that its module has since a restart of the program, without being loaded again', async () => {
    const { workspace, create, open } = await openWorkshop(app, ['lathe']);
    const page = await app.page({ as: workspace.owner, goesOffline: true });
    const id = await create('lathe:tool', { name: 'Chisel' });
    await open('lathe:tool', id, page);
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }));
    expect(await page.getByText('Hardness').count()).toBe(0);

    await writeModule(`hardness: Type.Optional(Field.integer({ title: 'Hardness' })),`);
    await app.server.restart();

    await page.getByText('Hardness').first().waitFor();
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true);
  });
});
