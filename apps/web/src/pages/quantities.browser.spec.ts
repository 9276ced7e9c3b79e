import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type App, axeViolations, openWorkshop, type Page, settled, startApp } from '@cubit/web-testing';

describe('quantities have their unit where another record has it', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp();
  });

  afterAll(() => app.close());

  /** A lamp that takes glue, of which some is reserved. */
  async function workshop() {
    const opened = await openWorkshop(app, ['inventory', 'projects']);
    const { create, run, client, path } = opened;
    const glue = await create('inventory:part', { name: 'Glue', unit: 'g' });
    const lamp = await create('inventory:part', { name: 'Lamp', unit: 'pcs' });
    const line = await create('inventory:bom_line', { assembly: lamp, component: glue, qty_per: 12.5, setup_qty: 5 });
    const id = await create('projects:task', { title: 'Assemble' });
    const part = { kind: 'inventory:part', id: glue };
    await run('inventory:add', part, { qty: 1500 });
    await run('inventory:reserve', part, { qty: 40, for: { kind: 'projects:task', id } });
    const firstOf = async (kind: string) =>
      (await client.get<{ data: readonly { id: string }[] }>(path(kind))).body.data[0]?.id ?? '';
    const [reservation, stock] = [await firstOf('inventory:reservation'), await firstOf('inventory:stock_item')];
    return { ...opened, glue, lamp, line, reservation, stock };
  }

  const textOf = async (page: Page, title: string) =>
    (await page.locator('[data-field-row]', { hasText: title }).first().innerText()).replace(/\s+/g, '');

  it('in the panels of a record and in lists', async () => {
    const { page, open, glue, lamp } = await workshop();
    await open('inventory:part', glue);
    const cells = (name: string) => page.getByRole('table', { name, exact: true }).getByRole('cell').allInnerTexts();
    const plain = async (name: string) => (await cells(name)).map((text) => text.replace(/\s+/g, ''));
    expect(await plain('Reservations')).toContain('40g');
    await page.getByRole('table', { name: 'Reservations' }).getByRole('link', { name: '40 g', exact: true }).waitFor();
    expect(await plain('Used in')).toContain('12.5g');
    await open('inventory:part', lamp);
    expect(await plain('Components')).toContain('12.5g');
    await open('inventory:reservation');
    expect((await page.getByRole('row', { name: /Glue/ }).innerText()).replace(/\s+/g, '')).toContain('40g');
  });

  it('on the page of a record, and where its value is edited', async () => {
    const { page, open, line, reservation } = await workshop();
    await open('inventory:reservation', reservation);
    await page.getByRole('heading', { name: '40 g', level: 1 }).waitFor();
    await page.locator('[data-field-row]', { hasText: 'Quantity' }).getByText('g', { exact: true }).waitFor();
    expect(await textOf(page, 'Used')).toBe('Used0g');
    await open('inventory:bom_line', line);
    const quantity = page.locator('[data-field-row]', { hasText: 'Quantity each' });
    await quantity.getByText('g', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Edit Quantity each' }).click();
    await page.getByRole('spinbutton').waitFor();
    await quantity.getByText('g', { exact: true }).waitFor();
  });

  it('in forms, of the record that is chosen or that an action runs on, with the units that fit', async () => {
    const { page, open, address, lamp, reservation, stock } = await workshop();
    await open('inventory:part', lamp);
    await page.getByRole('region', { name: 'Components' }).getByRole('button', { name: /^New / }).click();
    const form = page.getByRole('dialog');
    const unit = form.getByText('g', { exact: true });
    await form.getByRole('combobox', { name: 'Component' }).click();
    expect(await unit.count()).toBe(0);
    expect(await form.getByRole('combobox', { name: 'Unit' }).count()).toBe(0);
    await page.getByRole('option', { name: /^Glue/ }).click();
    await unit.waitFor();
    await form.getByRole('combobox', { name: 'Unit' }).fill('k');
    await page.getByRole('option', { name: 'kg', exact: true }).waitFor();
    expect(await page.getByRole('option').allInnerTexts()).toEqual(['kg']);
    await page.getByRole('option', { name: 'kg', exact: true }).click();
    expect(await form.getByRole('combobox', { name: 'Unit' }).inputValue()).toBe('kg');
    expect(await axeViolations(page)).toEqual([]);

    await page.goto(`${address('inventory:reservation', reservation)}?do=inventory:release`);
    await settled(page);
    await form.getByText('g', { exact: true }).waitFor();
    await form.getByRole('combobox', { name: 'Unit' }).click();
    await page.getByRole('option', { name: 'kg', exact: true }).waitFor();

    // The action runs on parts too, whose own unit it names.
    await page.goto(`${address('inventory:stock_item', stock)}?do=inventory:move`);
    await settled(page);
    await form.getByText('g', { exact: true }).waitFor();
  });
});
