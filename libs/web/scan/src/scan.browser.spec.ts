import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestWorkspace } from '@cubit/testing';
import { type App, axeViolations, PHONE, settled, startApp } from '@cubit/web-testing';

describe('scanning', () => {
  let app: App;
  let workspace: TestWorkspace;
  let part: string;
  let inventory: string;

  beforeAll(async () => {
    app = await startApp();
    workspace = await app.server.workspace();
    inventory = `${workspace.path}/modules/inventory`;
    const client = app.server.as(workspace.owner);
    const made = await client.post<{ id: string }>(`${inventory}/records/part`, {
      fields: { name: 'M3 x 8', ipn: 'SCR-M3-8' },
    });
    part = made.body.id;
    await act('add', { qty: 2 });
  });

  afterAll(() => app.close());

  const act = async (action: string, input: object) => {
    const record = { kind: 'inventory:part', id: part };
    const answer = await app.server
      .as(workspace.owner)
      .post<{ result: { file: string } }>(`${inventory}/actions/${action}`, { record, input });
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.body.result;
  };

  it('finds a part by the photo of its label, and each tap uses one until none is left', async () => {
    const { file } = await act('print_label', { format: 'png' });
    const page = await app.page({ as: workspace.owner, width: 390, height: 844, touch: true });
    const label = await page.request.get(`${app.origin}${workspace.path}/files/${file}/content`);
    await page.goto(`/w/${workspace.slug}/scan`);
    await settled(page);
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'label.png', mimeType: 'image/png', buffer: await label.body() });
    await page.getByRole('link', { name: 'M3 x 8' }).waitFor();
    await settled(page);
    expect(new URL(page.url()).searchParams.get('code')).not.toBeNull();
    expect(await axeViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Use one' }).click();
    await page.getByText('Used 1 of “M3 x 8”').waitFor();
    await page
      .getByText('Available')
      .locator('xpath=following-sibling::dd[1]')
      .getByText(/^1\s*pcs$/)
      .waitFor();
    await page.getByRole('button', { name: 'Use one' }).click();
    await page.locator('button[aria-disabled="true"]', { hasText: 'Use one' }).waitFor();
    await page.getByRole('button', { name: 'Draft an order' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.locator('button[aria-disabled="true"]', { hasText: 'Use one' }).waitFor({ state: 'detached' });
  });

  it('creates a record with an unknown code of a USB scanner, which the next scan finds', async () => {
    const page = await app.page({ as: workspace.owner });
    await page.goto(`/w/${workspace.slug}/scan`);
    await settled(page);
    // All keys at once: a scanner is known by its speed.
    await page.evaluate(() => {
      for (const key of [...'4006381333931', 'Enter'])
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    });
    await page.getByText('No record has the code 4006381333931').waitFor();
    await page.getByRole('button', { name: 'Attach' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByLabel('Name').fill('Stabilo pen');
    await page.getByRole('button', { name: 'Create part' }).click();
    await page.getByRole('link', { name: 'Stabilo pen' }).waitFor();

    await page.getByLabel('Code', { exact: true }).fill('SCR-M3-8');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'M3 x 8' }).waitFor();
  });

  it('attaches an unknown code to a record that exists, and an undo leaves what others made of it since', async () => {
    const client = app.server.as(workspace.owner);
    const read = async () => {
      const { body } = await client.get<{ fields: Readonly<Record<string, unknown>> }>(
        `${inventory}/records/part/${part}`,
      );
      return body.fields['barcodes'] ?? [];
    };
    const page = await app.page({ as: workspace.owner });
    const attach = async (code: string) => {
      await page.goto(`/w/${workspace.slug}/scan?code=${code}`);
      await page.getByLabel('Attach the code to').fill('M3');
      await page.getByRole('option', { name: 'M3 x 8' }).click();
      await page.getByRole('button', { name: 'Attach', exact: true }).click();
      await page.getByText(`Attached ${code} to “M3 x 8”`).waitFor();
    };
    await attach('96385074');
    expect(await read()).toContain('96385074');
    await page.keyboard.press('Control+z');
    await page.getByText('Undone: Attached 96385074').waitFor();
    expect(await read()).not.toContain('96385074');

    await attach('12345670');
    await client.patch(`${inventory}/records/part/${part}`, { fields: { barcodes: ['12345670', '55123457'] } });
    await page.keyboard.press('Control+z');
    await page.getByText(/^Somebody else changed “/).waitFor();
    expect(await read()).toEqual(['12345670', '55123457']);
  });

  it('shows quantities with their units, and where the part lies', async () => {
    const client = app.server.as(workspace.owner);
    const create = async (path: string, fields: object) =>
      (await client.post<{ id: string }>(`${workspace.path}/modules/${path}`, { fields })).body.id;
    const wire = await create('inventory/records/part', { name: 'Wire', ipn: 'WIRE-1', unit: 'm', min_stock: 2 });
    const location = await create('spaces/records/location', { name: 'Drawer 3', type: 'bin' });
    const record = { kind: 'inventory:part', id: wire };
    await client.post(`${inventory}/actions/add`, { record, input: { qty: 12.5, location } });
    const page = await app.page({ as: workspace.owner, ...PHONE });
    await page.goto(`/w/${workspace.slug}/scan?code=WIRE-1`);
    const card = page.getByRole('region', { name: 'Scanned' });
    await card.getByRole('link', { name: 'Drawer 3' }).waitFor();
    const available = card.locator('dt', { hasText: 'Available' }).locator('xpath=following-sibling::dd[1]');
    expect((await available.innerText()).replace(/\s+/g, '')).toBe('12.5mMinimum2m');
    expect(await card.getByText('Minimum').count()).toBe(1);
    expect(await card.getByRole('button', { name: /^Edit / }).count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
  });
});
