import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestWorkspace } from '@cubit/testing';
import { type App, axeViolations, settled, startApp } from '@cubit/web-testing';

const FILE = [
  'Part name,Min,IPN,Category',
  'Screw,10,SCR-1,',
  'Nut,-5,NUT-1,',
  'Washer,5,WSH-1,',
  'Spacer,3,XXX-1,Nowhere',
  'Rivet,abc,RVT-1,',
].join('\n');

/** The heights at which the words and the control of a row have their middle. */
function middles(row: Element): readonly number[] {
  const boxes = [...row.querySelectorAll('th, td')].map((cell) => {
    const control = cell.querySelector('select');
    if (control) return control.getBoundingClientRect();
    const words = document.createRange();
    words.selectNodeContents(cell);
    return words.getBoundingClientRect();
  });
  return [...new Set(boxes.map(({ top, bottom }) => Math.round((top + bottom) / 6)))];
}

describe('importing a table', () => {
  let app: App;
  let workspace: TestWorkspace;

  beforeAll(async () => {
    app = await startApp();
    workspace = await app.server.workspace();
  });

  afterAll(() => app.close());

  it('proposes the columns, and two bad rows are corrected in place before all rows are imported', async () => {
    const page = await app.page({ as: workspace.owner });
    const list = `/w/${workspace.slug}/modules/inventory/records/part`;
    await page.goto(`${list}/import`);
    await settled(page);
    expect(await page.getByRole('link', { name: 'Download a sample file' }).getAttribute('download')).toBe(
      'part-sample.csv',
    );
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'parts.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });
    const target = (column: string) => page.getByLabel(`Field of ${column}`).inputValue();
    await page.getByLabel('Field of IPN').waitFor();
    expect([await target('Part name'), await target('Min'), await target('IPN')]).toEqual(['name', 'min_stock', 'ipn']);
    const mapped = page.getByRole('region', { name: 'Columns' }).getByRole('row').nth(2);
    expect(await mapped.innerText()).toMatch(/Min\s+10, -5, 5\s+[^]*Number, in the unit of its row/);
    expect(await mapped.evaluate(middles)).toHaveLength(1);
    expect(await axeViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('2 rows are wrong').waitFor();
    await settled(page);
    expect(await page.getByText('must be at least 0').allInnerTexts()).toEqual(['Minimum: must be at least 0.']);
    const [, , spacer] = await page.getByRole('region', { name: 'Rows to correct' }).getByRole('row').all();
    expect(await spacer?.getByRole('listitem').allInnerTexts()).toEqual([
      "Category: There is no category called 'Nowhere'.",
    ]);
    const minimum = page.getByLabel('Min of row 2');
    expect(await minimum.getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('Category of row 4').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('Part name of row 2').getAttribute('aria-invalid')).toBeNull();
    await page.getByText('1 value changes or is left out').waitFor();
    const lost = page.getByRole('region', { name: 'Values that change' }).getByRole('row').nth(1);
    expect(await lost.innerText()).toMatch(/5\s+Minimum\s+'abc' is not a number and was left out\./);
    expect(await axeViolations(page)).toEqual([]);
    await minimum.fill('20');
    await page.getByLabel('Category of row 4').fill('');
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('No row is wrong').waitFor();
    await page.getByRole('button', { name: 'Import 5 rows' }).click();
    await page.getByText('Imported: 5 created').waitFor();
    expect(await page.getByRole('link', { name: 'Show parts' }).getAttribute('href')).toContain(list);

    const parts = await app.server
      .as(workspace.owner)
      .get<{ data: readonly { title: string; fields: { min_stock: unknown } }[] }>(
        `${workspace.path}/modules/inventory/records/part?sort=name`,
      );
    expect(parts.body.data.map(({ title, fields }) => [title, fields.min_stock])).toEqual([
      ['Nut', 20],
      ['Rivet', undefined],
      ['Screw', 10],
      ['Spacer', 3],
      ['Washer', 5],
    ]);
  });

  it('changes the parts that the chosen column finds, and gives the rows that were left out', async () => {
    const { path, slug, owner } = await app.server.workspace();
    const records = `${path}/modules/inventory/records/part`;
    const client = app.server.as(owner);
    expect((await client.post(records, { fields: { name: 'Screw', ipn: 'S-1' } })).status).toBe(201);
    const page = await app.page({ as: owner });
    await page.goto(`/w/${slug}/modules/inventory/records/part/import`);
    await settled(page);
    const file = 'Name,IPN,Min\nScrew,S-1,4\nNut,N-1,-1\nPin,P-1,-2\n';
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'parts.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    const key = page.getByLabel('Change parts that are there, found by');
    await key.selectOption({ label: 'None: every row adds a new part' });
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('3 rows are wrong').waitFor();
    await page.getByText("There is a part with Part number 'S-1' already.").waitFor();
    await key.selectOption({ label: 'Part number' });
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('1 would be changed. 2 rows are wrong.').waitFor();
    await page.getByLabel('Min of row 2').fill('7');
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText('1 row is wrong').waitFor();
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByText('Imported: 1 created, 1 changed, 1 left out.').waitFor();
    const left = await page.getByRole('link', { name: 'Download the rows that were left out' }).getAttribute('href');
    expect(decodeURIComponent(left ?? '')).toMatch(/Name,IPN,Min\r\n3,min_stock: .*,Pin,P-1,-2$/);
    await page.getByRole('button', { name: 'Take back this import' }).waitFor();
  });

  it('fits a phone, with wrong rows', async () => {
    const page = await app.page({ as: workspace.owner, width: 390, touch: true });
    await page.goto(`/w/${workspace.slug}/modules/inventory/records/part/import`);
    await settled(page);
    const file = 'Name,IPN,Min,Category\nPin,P-9,4,Nowhere\n';
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'parts.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText("Category: There is no category called 'Nowhere'.").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
  });

  it('leads a file of another program to the kind that its rows are', async () => {
    const page = await app.page({ as: workspace.owner });
    await page.goto(`/w/${workspace.slug}/modules/inventory/records/part/import`);
    await settled(page);
    const file = 'ID,Asset Tag,Serial,Model,Status\n1,A-1,SN-1,Oscilloscope,Ready to Deploy\n';
    const assets = { name: 'assets.csv', mimeType: 'text/csv', buffer: Buffer.from(file) };
    await page.locator('input[type=file]').setInputFiles(assets);
    await page
      .getByText('A new part needs Name: no column leads to it. The rows of this file are stock items')
      .waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText("It has the columns of 'snipe-it-assets', whose rows are stock items").waitFor();
    await page.getByRole('link', { name: 'Import stock items' }).click();
    await page.getByRole('heading', { name: 'Import stock items' }).waitFor();
  });

  it('asks before what was set for a file is lost', async () => {
    const page = await app.page({ as: workspace.owner });
    const address = `/w/${workspace.slug}/modules/inventory/records/part/import`;
    await page.goto(address);
    await settled(page);
    const choose = () =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'parts.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) });
    await choose();
    await page.getByLabel('Field of Category').selectOption({ label: 'Description' });
    await page.getByRole('link', { name: 'Home' }).click();
    const question = page.getByRole('alertdialog', { name: 'Leave this import?' });
    expect(await axeViolations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe(address);
    await page.getByRole('link', { name: 'Home' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.waitForURL(`**/w/${workspace.slug}`);
  });

  it('asks for the order of dates where the file does not tell it, and reads them in the one that is chosen', async () => {
    const path = `${workspace.path}/modules/inventory/records`;
    await app.server.as(workspace.owner).post(`${path}/part`, { fields: { name: 'Glue' } });
    const page = await app.page({ as: workspace.owner });
    await page.goto(`/w/${workspace.slug}/modules/inventory/records/stock_item/import`);
    await settled(page);
    const file = 'Part,Quantity,Expiry date\nGlue,1.5,09-01-2031\nGlue,2,10-12-2030\n';
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'stock.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    await page.getByText('its first unclear value is 2031-01-09 or 2031-09-01').waitFor();
    await page.getByText('Quantity: point: 1,234.50.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByText('No row is wrong').waitFor();
    const button = page.getByRole('button', { name: 'Import 2 rows' });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await page.getByLabel('Order of dates').selectOption({ label: 'Day, month, year' });
    await page.getByRole('button', { name: 'Check' }).click();
    await button.click();
    await page.getByText('Imported: 2 created').waitFor();
    const items = await app.server
      .as(workspace.owner)
      .get<{ data: readonly { fields: { qty: number; expires_on: string } }[] }>(`${path}/stock_item?sort=expires_on`);
    expect(items.body.data.map(({ fields }) => [fields.qty, fields.expires_on])).toEqual([
      [2, '2030-12-10'],
      [1.5, '2031-01-09'],
    ]);
  });

  it('is taken back after a question, and what was used since is listed, there and among the jobs', async () => {
    const { path, slug, owner } = await app.server.workspace();
    const records = `${path}/modules/inventory/records`;
    const page = await app.page({ as: owner });
    await page.goto(`/w/${slug}/modules/inventory/records/part/import`);
    await settled(page);
    const importParts = async (names: readonly string[]) => {
      const buffer = Buffer.from(`name\n${names.join('\n')}\n`);
      await page.locator('input[type=file]').setInputFiles({ name: 'parts.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByRole('button', { name: `Import ${names.length} rows` }).click();
      await page.getByText(`Imported: ${names.length} created`).waitFor();
    };
    await importParts(['Pin', 'Cap']);
    await page.getByRole('button', { name: 'Import another file' }).click();
    await importParts(['Board', 'Screw', 'Nut']);
    const client = app.server.as(owner);
    const titles = async () => {
      const { body } = await client.get<{ data: readonly { id: string; title: string }[] }>(
        `${records}/part?sort=name`,
      );
      return new Map(body.data.map(({ id, title }) => [title, id]));
    };
    const parts = await titles();
    const other = await client.post<{ id: string }>(`${records}/part`, { fields: { name: 'Frame' } });
    const line = { assembly: other.body.id, component: parts.get('Screw'), qty_per: 1 };
    expect((await client.post(`${records}/bom_line`, { fields: line })).status).toBe(201);
    await page.getByRole('button', { name: 'Take back this import' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByText('What it created is deleted').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Take back' }).click();
    await page.getByText('Taken back: 2 deleted, 1 left as they are.').waitFor();
    const left = page.getByRole('region', { name: 'Records that are left' }).getByRole('row').nth(1);
    expect(await left.innerText()).toMatch(/Screw\s+Part\s+It is used by /);
    expect(await axeViolations(page)).toEqual([]);
    expect([...(await titles()).keys()]).toEqual(['Cap', 'Frame', 'Pin', 'Screw']);

    await page.goto(`/w/${slug}/settings/jobs`);
    await page.getByText('What is left').click();
    await page.getByRole('link', { name: 'Screw' }).waitFor();
    // Of the two imports, the first one can still be taken back.
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click();
    await page.getByText('Left: 0, Deleted: 2, Set back: 0').waitFor();
    expect([...(await titles()).keys()]).toEqual(['Frame', 'Screw']);
    expect(await page.getByRole('button', { name: 'Take back' }).count()).toBe(0);
  });
});
