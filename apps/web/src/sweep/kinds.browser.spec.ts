import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@cubit/testing';
import { settled } from '@cubit/web-testing';
import type { Locator, Page } from 'playwright-core';
import { openSweep, type Sweep } from '../fixtures/open-sweep.js';

let sweep: Sweep;
beforeAll(async () => {
  sweep = await openSweep();
});
afterAll(() => sweep.app.close());

interface Walk {
  readonly kind: string;
  /** `New plant` */
  readonly create: string;
  /** What is typed into the form, by the name of the field. */
  readonly typed: Readonly<Record<string, string>>;
  readonly name: string;
  /** A field that is edited in place, on the page and in a cell. */
  readonly edit: { readonly field: string; readonly column: string; readonly value: string; readonly again: string };
  /** An action at a button, and what it says. */
  readonly act?: { readonly button: string; readonly send?: string; readonly said: string };
  /** The menu key and the name of the column to which a card moves. */
  readonly board?: { readonly key: string; readonly column: string };
  /** A day, and the field that places the record on it. */
  readonly calendar?: { readonly field: string; readonly day: string };
  readonly tree?: true;
  readonly imported: string;
}

const WALKS: readonly Walk[] = [
  {
    ...{ kind: 'garden:plant', create: 'New plant', name: 'Chili' },
    typed: { Name: 'Chili', Height: '12.5' },
    edit: { field: 'Label', column: 'label', value: 'CHI-1', again: 'CHI-2' },
    act: { button: 'Water plant', send: 'Water plant', said: 'Watered “Chili” with 1 l' },
    board: { key: 'g', column: 'Growing' },
    calendar: { field: 'sown_on', day: '2031-05-02' },
    imported: 'Name,Count\nMint,3\nSage,4\n',
  },
  {
    ...{ kind: 'garden:bed', create: 'New bed', name: 'North' },
    typed: { Name: 'North' },
    edit: { field: 'Area', column: 'area', value: '7', again: '8' },
    tree: true,
    imported: 'Name,Area\nEast,3\nWest,4\n',
  },
  {
    ...{ kind: 'projects:task', create: 'New task', name: 'Sharpen chisels' },
    typed: { Title: 'Sharpen chisels' },
    edit: { field: 'Blocked because', column: 'blocked_reason', value: 'No stone', again: 'No oil' },
    act: { button: 'Start task', said: 'Started “Sharpen chisels”' },
    board: { key: 'd', column: 'Done' },
    tree: true,
    imported: 'Title,Priority\nSweep,high\nDust,low\n',
  },
  {
    ...{ kind: 'inventory:part', create: 'New part', name: 'Wing nut' },
    typed: { Name: 'Wing nut' },
    edit: { field: 'Minimum', column: 'min_stock', value: '5', again: '6' },
    imported: 'Name,Minimum\nCap nut,3\nLock nut,4\n',
  },
];

const fieldOf = (at: Page | Locator, name: string) =>
  at
    .getByRole('textbox', { name, exact: true })
    .or(at.getByRole('spinbutton', { name, exact: true }))
    .or(at.getByLabel(name, { exact: true }))
    .first();

describe('each kind, that of a third party as that of the product', () => {
  it.each(WALKS)('$kind is created, found, edited, acted on, arranged, imported, and undone', async (walk) => {
    const { app, owner, client, path, list, kinds } = sweep;
    const kind = kinds.find(({ id }) => id === walk.kind)!;
    const page = await app.page({ as: owner });
    const address = list(kind);
    const records = `${path}/modules/${walk.kind.replace(':', '/records/')}`;
    const named = async (name: string) => {
      const filter = encodeURIComponent(`${kind.title_field} == ${JSON.stringify(name)}`);
      const { body } = await client.get<{ data: readonly { id: string; fields: Record<string, unknown> }[] }>(
        `${records}?filter=${filter}`,
      );
      return body.data[0];
    };
    await page.goto(address);
    await settled(page);
    await page.getByRole('button', { name: walk.create }).first().click();
    const dialog = page.getByRole('dialog');
    for (const [name, value] of Object.entries(walk.typed)) await fieldOf(dialog, name).fill(value);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const { id } = await until('it is created', () => named(walk.name));

    await find(page, walk.name);
    await page.waitForURL(`**${address}/${id}`);
    await editOnPage(page, walk);
    const stored = async () => String((await named(walk.name))?.fields[walk.edit.column]);
    await until('it is stored', async () => (await stored()) === walk.edit.value);
    if (walk.act) await act(page, walk.act);

    await editInGrid(page, address, walk);
    await until('the cell is stored', async () => (await stored()) === walk.edit.again);
    await page.keyboard.press('Control+z');
    await until('it is undone', async () => (await stored()) === walk.edit.value);

    if (walk.calendar) await client.patch(`${records}/${id}`, { fields: { [walk.calendar.field]: walk.calendar.day } });
    await arrange(page, address, walk);
    await importRows(page, address, walk.imported);
    await page.context().close();
  });

  it('gives the drawing of a record the width of its page, and less to one that shows where the record is', async () => {
    const { app, owner, list, kinds, firstOf } = sweep;
    const page = await app.page({ as: owner });
    const share = async (id: string) => {
      const kind = kinds.find((each) => each.id === id)!;
      await page.goto(`${list(kind)}/${await firstOf(kind)}`);
      const drawing = page.getByRole('main').getByRole('img', { name: /^Drawing of/ });
      await drawing.waitFor();
      const [box, main] = [await drawing.boundingBox(), await page.getByRole('main').boundingBox()];
      return (box?.width ?? 0) / (main?.width ?? 1);
    };
    expect(await share('garden:bed')).toBeGreaterThan(0.9);
    expect(await share('spaces:plan')).toBeGreaterThan(0.9);
    expect(await share('spaces:location')).toBeLessThan(0.6);
    await page.context().close();
  });
});

/** By the palette, from anywhere. */
async function find(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(name);
  await page
    .getByRole('option', { name: new RegExp(name) })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
}

async function editOnPage(page: Page, { edit: { field, value } }: Walk): Promise<void> {
  const main = page.getByRole('main');
  await main
    .getByRole('button', { name: `Add ${field}`, exact: true })
    .or(main.getByRole('button', { name: `Edit ${field}`, exact: true }))
    .first()
    .click();
  await fieldOf(main, field).fill(value);
  await page.keyboard.press('Enter');
  await main.getByRole('button', { name: `Edit ${field}`, exact: true }).waitFor();
}

async function act(page: Page, { button, send, said }: NonNullable<Walk['act']>): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: button }).first().click();
  if (send !== undefined) await page.getByRole('dialog').getByRole('button', { name: send }).click();
  await page.getByText(said).first().waitFor();
}

async function editInGrid(page: Page, address: string, { name, edit }: Walk): Promise<void> {
  await page.goto(`${address}?fields=${edit.column}&sort=-created_at`);
  await page.getByRole('link', { name, exact: true }).first().waitFor();
  await page.getByRole('grid').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('e');
  const editor = fieldOf(page, edit.field);
  await editor.fill(edit.again);
  await page.keyboard.press('Enter');
  await editor.waitFor({ state: 'detached' });
}

/** The layouts that the hints of the kind offer. */
async function arrange(page: Page, address: string, { name, board, calendar, tree }: Walk): Promise<void> {
  const card = page.getByRole('link', { name, exact: true }).first();
  if (board) {
    await page.goto(`${address}?layout=board`);
    await card.focus();
    await page.keyboard.press('m');
    await page.getByRole('menu').waitFor();
    await page.keyboard.press(board.key);
    await page.getByRole('region', { name: board.column }).getByRole('link', { name, exact: true }).waitFor();
  }
  if (calendar !== undefined) {
    await page.goto(`${address}?layout=calendar&date=${calendar.day}`);
    await card.waitFor();
  }
  if (tree) {
    await page.goto(`${address}?layout=tree`);
    await page.getByRole('row', { name }).first().waitFor();
  }
}

async function importRows(page: Page, address: string, text: string): Promise<void> {
  await page.goto(`${address}/import`);
  await settled(page);
  const file = { name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('No row is wrong').waitFor();
  await page.getByRole('button', { name: 'Import 2 rows' }).click();
  await page.getByText('Imported: 2 created').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
}
