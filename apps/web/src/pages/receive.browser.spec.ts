import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type App, axeViolations, settled, startApp } from '@cubit/web-testing';

describe('a record', () => {
  let app: App;
  let workspace: Awaited<ReturnType<App['server']['workspace']>>;

  beforeAll(async () => {
    app = await startApp();
    workspace = await app.server.workspace();
  });

  afterAll(() => app.close());

  const owner = () => app.server.as(workspace.owner);
  const make = async (path: string, fields: object) => {
    const { status, body } = await owner().post<{ readonly id: string }>(`${workspace.path}/modules/${path}`, {
      fields,
    });
    expect(status).toBe(201);
    return body.id;
  };

  it('begins to receive with its outstanding lines, and keeps what was typed where a line is refused', async () => {
    const supplier = await make('purchases/records/supplier', { name: 'Reichelt' });
    const order = await make('purchases/records/order', { supplier });
    for (const name of ['Nut', 'Screw']) {
      const part = await make('inventory/records/part', { name });
      await make('purchases/records/order_item', { order, part, qty: 10 });
    }
    const record = { kind: 'purchases:order', id: order };
    await owner().post(`${workspace.path}/modules/purchases/actions/place`, { record, input: {} });
    const page = await app.page({ as: workspace.owner });
    await page.goto(`/w/${workspace.slug}/modules/purchases/records/order/${order}?do=purchases:receive`);
    const quantities = page.getByRole('table', { name: 'Lines' }).getByRole('spinbutton');
    await quantities.nth(1).waitFor();
    await settled(page);
    expect(await axeViolations(page)).toEqual([]);
    expect(await quantities.first().inputValue()).toBe('10');

    await quantities.first().fill('4');
    await page.keyboard.press('Enter');
    await page.keyboard.type('99');
    await page.getByRole('dialog').getByRole('button', { name: 'Receive' }).click();
    await page.locator('[aria-invalid="true"]').waitFor();
    expect(await quantities.evaluateAll((all) => all.map((input) => (input as HTMLInputElement).value))).toEqual([
      '4',
      '99',
    ]);
    expect(await quantities.nth(1).evaluate((input) => input === document.activeElement)).toBe(true);

    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Receive' }).click();
    await page.getByRole('link', { name: 'Open receipt' }).waitFor();
  });
});
