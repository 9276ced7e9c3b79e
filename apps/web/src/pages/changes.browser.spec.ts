import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type App, axeViolations, settled, startApp } from '@cubit/web-testing';

let app: App;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

interface Part {
  readonly id: string;
  readonly version: number;
  readonly fields: { readonly name: string; readonly min_stock: number; readonly available: unknown };
}

/** A workspace with the parts Bolt, Nut and Washer, of which 5 is the minimum, and a page of its owner. `others` change them over the API. */
async function workshop() {
  const workspace = await app.server.workspace({ modules: ['inventory'] });
  const client = app.server.as(workspace.owner);
  const parts = `${workspace.path}/modules/inventory/records/part`;
  const operations = ['Bolt', 'Nut', 'Washer'].map((name) => ({ op: 'create', fields: { name, min_stock: 5 } }));
  expect((await client.post(`${parts}/batch`, { operations })).status).toBe(200);
  const read = async () => (await client.get<{ readonly data: readonly Part[] }>(`${parts}?sort=name`)).body.data;
  const minimums = async () => (await read()).map(({ fields }) => fields.min_stock);
  const others = async (name: string, fields: object) => {
    const part = (await read()).find((each) => each.fields.name === name);
    expect((await client.patch(`${parts}/${part?.id}`, { fields })).status).toBe(200);
  };
  const addStock = async (qty: number) => {
    const records = (await read()).map(({ id }) => ({ kind: 'inventory:part', id }));
    const path = `${workspace.path}/modules/inventory/actions/add`;
    expect((await client.post(path, { records, input: { qty } })).status).toBe(200);
  };
  const page = await app.page({ as: workspace.owner });
  const list = `/w/${workspace.slug}/modules/inventory/records/part`;
  const selectAll = async () => {
    await page.goto(`${list}?sort=name&fields=min_stock,ipn`);
    await page.getByRole('link', { name: 'Bolt' }).waitFor();
    await settled(page);
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+a');
    await page.getByText('3 selected').waitFor();
  };
  const selectEach = async () => {
    await page.goto(`${list}?sort=name&fields=min_stock,ipn`);
    await page.getByRole('link', { name: 'Bolt' }).waitFor();
    await settled(page);
    for (const name of ['Bolt', 'Nut', 'Washer']) await page.getByRole('checkbox', { name: `Select ${name}` }).click();
    await page.getByText('3 selected').waitFor();
  };
  const setMinimums = async (value: string) => {
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Field' }).selectOption({ label: 'Minimum' });
    await dialog.getByRole('spinbutton', { name: 'Minimum' }).fill(value);
    await dialog.getByRole('button', { name: 'Edit 3 parts' }).click();
    await page.getByText('3 parts changed').waitFor();
  };
  return { page, list, read, minimums, others, addStock, selectAll, selectEach, setMinimums };
}

describe('an undo', () => {
  it('of a bulk edit sets back all records', async () => {
    const { page, minimums, selectAll, setMinimums } = await workshop();
    await selectAll();
    await setMinimums('40');
    expect(await minimums()).toEqual([40, 40, 40]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: 3 parts changed').waitFor();
    expect(await minimums()).toEqual([5, 5, 5]);
  });

  it('of a bulk edit leaves what others made of the field since, and sets back the rest', async () => {
    const { page, minimums, others, selectEach, setMinimums } = await workshop();
    await selectEach();
    await setMinimums('40');
    await others('Nut', { min_stock: 9 });
    await others('Washer', { ipn: 'W-1' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Somebody else changed “Nut” in the meantime. Nothing was overwritten.').waitFor();
    expect(await minimums()).toEqual([5, 9, 5]);
    // The rest can never be taken back, so the step is gone.
    await page.keyboard.press('Control+z');
    await page.getByText('Nothing to undo.').waitFor();
  });

  it('of a bulk move to the trash restores all records', async () => {
    const { page, read, selectEach } = await workshop();
    await selectEach();
    await page.getByRole('button', { name: 'Move to trash' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Move to trash' }).click();
    await page.getByText('3 parts moved to the trash').waitFor();
    expect(await read()).toEqual([]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: 3 parts moved to the trash').waitFor();
    expect(await read()).toHaveLength(3);
  });

  it('of an action on many records takes it back on each', async () => {
    const { page, read, addStock, selectEach } = await workshop();
    await addStock(2);
    const available = async () => (await read()).map(({ fields }) => Number(fields.available));
    await selectEach();
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Use one' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Use one' }).click();
    await page.getByText('Used 1 of each of 3 parts').waitFor();
    expect(await available()).toEqual([1, 1, 1]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: Used 1 of each of 3 parts').waitFor();
    expect(await available()).toEqual([2, 2, 2]);
  });

  it('of a restore moves the record to the trash again', async () => {
    const { page, list, read, selectEach } = await workshop();
    await selectEach();
    await page.getByRole('button', { name: 'Move to trash' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Move to trash' }).click();
    await page.getByText('3 parts moved to the trash').waitFor();
    await page.goto(`${list}/trash`);
    await settled(page);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Restore Nut' }).click();
    await page.getByText('Restored “Nut”').waitFor();
    expect((await read()).map(({ fields }) => fields.name)).toEqual(['Nut']);
    await page.keyboard.press('Control+z');
    await page.getByText(/^Undone: /).waitFor();
    expect(await read()).toEqual([]);
    await page.getByRole('button', { name: 'Restore Nut' }).waitFor();
  });

  it('that was made already is not made twice', async () => {
    const { page, list, read } = await workshop();
    const [bolt] = await read();
    await page.goto(`${list}/${bolt?.id}`);
    await page.getByRole('heading', { name: 'Bolt' }).waitFor();
    await settled(page);
    await page.getByRole('button', { name: 'Edit Minimum' }).click();
    await page.getByRole('spinbutton', { name: 'Minimum' }).fill('777');
    await page.keyboard.press('Enter');
    await page.getByText(/^Changed Minimum of “Bolt”/).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText(/^Undone: Changed Minimum/).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('This was undone already.').waitFor();
    expect((await read())[0]).toMatchObject({ version: (bolt?.version ?? 0) + 2, fields: { min_stock: 5 } });
  });

  it('of a restored version leaves what others changed since', async () => {
    const { page, list, read, others } = await workshop();
    const [bolt] = await read();
    await others('Bolt', { min_stock: 6 });
    await page.goto(`${list}/${bolt?.id}?panel=history`);
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await page.getByText('Restored version 1 of “Bolt”').waitFor();
    expect((await read())[0]).toMatchObject({ fields: { min_stock: 5 } });
    await others('Bolt', { min_stock: 7 });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Somebody else changed “Minimum” in the meantime. Nothing was overwritten.').waitFor();
    expect((await read())[0]).toMatchObject({ fields: { min_stock: 7 } });
  });

  it('takes back one change for each key press, however fast they follow each other', async () => {
    const { page, list, read } = await workshop();
    const [bolt] = await read();
    await page.goto(`${list}/${bolt?.id}`);
    await page.getByRole('heading', { name: 'Bolt' }).waitFor();
    await settled(page);
    for (const [button, field, value] of [
      ['Edit Minimum', 'Minimum', '777'],
      ['Add Target', 'Target', '888'],
    ] as const) {
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('spinbutton', { name: field }).fill(value);
      await page.keyboard.press('Enter');
      await page.getByText(`Changed ${field} of “Bolt”`).waitFor();
    }
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await page.getByText('Undone: Changed Target of “Bolt”').waitFor();
    await page.getByText('Undone: Changed Minimum of “Bolt”').waitFor();
    expect((await read())[0]).toMatchObject({ fields: { min_stock: 5 } });
  });
});

describe('labels of a selection', () => {
  it('are one file, which the toast opens', async () => {
    const { page, selectEach } = await workshop();
    await selectEach();
    const bar = page.getByRole('region', { name: 'Selection' });
    await bar.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Print labels' }).click();
    const dialog = page.getByRole('dialog', { name: 'Print labels: 3 parts' });
    await dialog.getByRole('button', { name: 'Print labels' }).click();
    await page.getByRole('link', { name: 'Open the file' }).waitFor();
    const [file, ...others] = await page.getByRole('link', { name: 'Open the file' }).all();
    expect(others).toEqual([]);
    const answer = await page.request.get((await file?.getAttribute('href')) ?? '');
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf']);
  });
});

describe('what the server refuses', () => {
  it('is shown as a toast with the id of the request', async () => {
    const { page, list, read } = await workshop();
    const [bolt] = await read();
    await page.goto(`${list}/${bolt?.id}`);
    await page.getByRole('heading', { name: 'Bolt' }).waitFor();
    await settled(page);
    await page.route('**/api/v1/**', (route) =>
      route.request().method() === 'DELETE'
        ? route.fulfill({
            status: 409,
            headers: { 'x-request-id': 'request-1' },
            json: { error: { code: 'conflict', message: 'It is in use.' } },
          })
        : route.fallback(),
    );
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Move to trash' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Move to trash' }).click();
    const messages = page.getByRole('status', { name: 'Messages' });
    await messages.getByText('It is in use.').waitFor();
    await messages.getByText('request-1').waitFor();
    expect(await read()).toHaveLength(3);
  });

  it('is shown in the place of what could not be loaded, and asked for again', async () => {
    const { page, list, read } = await workshop();
    const [bolt] = await read();
    let isRefused = true;
    await page.route(
      ({ pathname }) => pathname.endsWith(`/part/${bolt?.id}`) && pathname.startsWith('/api/'),
      (route) =>
        isRefused
          ? route.fulfill({
              status: 403,
              headers: { 'x-request-id': 'request-2' },
              json: { error: { code: 'forbidden', message: 'Not allowed.' } },
            })
          : route.fallback(),
    );
    await page.goto(`${list}?sort=name&peek=inventory:part/${bolt?.id}`);
    const failed = page.getByRole('alert').filter({ hasText: 'Not allowed.' });
    await failed.getByText('request-2').waitFor();
    isRefused = false;
    await failed.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('heading', { name: 'Bolt' }).waitFor();
  });
});
