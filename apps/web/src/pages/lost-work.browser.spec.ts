import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@cubit/testing';
import { type App, axeViolations, openWorkshop, settled, startApp } from '@cubit/web-testing';

let app: App;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

/** A workspace with the part Nut, of which 5 is the minimum, and a page of its owner. `others` change the part over the API. */
async function workshop() {
  const { client, page, create, path: pathOf, address } = await openWorkshop(app, ['inventory']);
  const id = await create('inventory:part', { name: 'Nut', min_stock: 5 });
  const path = pathOf('inventory:part', id);
  const read = async () => {
    const answer = await client.get<{ readonly fields: Readonly<Record<string, unknown>> }>(path);
    const { name, min_stock, ipn, description } = answer.body.fields;
    return { name, min_stock, ipn, description };
  };
  const others = async (fields: object) => {
    const { status } = await client.patch(path, { fields });
    expect(status).toBe(200);
  };
  const list = address('inventory:part');
  const openList = async () => {
    await page.goto(`${list}?sort=name&fields=min_stock,ipn`);
    await page.getByRole('gridcell', { name: '5' }).waitFor();
    await settled(page);
  };
  const editMinimum = async (value: string) => {
    await page.getByRole('grid').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('e');
    await page.getByRole('spinbutton', { name: 'Minimum' }).fill(value);
  };
  const record = address('inventory:part', id);
  const openRecord = async () => {
    await page.goto(record);
    await page.getByRole('heading', { name: 'Nut' }).waitFor();
    await settled(page);
  };
  return { page, client, list, record, read, others, openList, openRecord, editMinimum };
}

const FASTER = /^Somebody else changed “Minimum” in the meantime\. Nothing was overwritten\./;

describe('an undo', () => {
  it('of a cell leaves what others made of the field since', async () => {
    const { page, read, others, openList, editMinimum } = await workshop();
    await openList();
    await editMinimum('777');
    await page.keyboard.press('Enter');
    await page.getByText('Minimum of “Nut” changed').waitFor();
    await others({ min_stock: 9 });
    await page.getByRole('gridcell', { name: '9' }).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText(FASTER).waitFor();
    expect(await read()).toMatchObject({ min_stock: 9 });
    // That step can never be taken back, so it is gone.
    await page.keyboard.press('Control+z');
    await page.getByText('Nothing to undo.').waitFor();
  });

  it('of a cell takes back its field, and no other that others changed since', async () => {
    const { page, read, others, openList, editMinimum } = await workshop();
    await openList();
    await editMinimum('777');
    await page.keyboard.press('Enter');
    await page.getByText('Minimum of “Nut” changed').waitFor();
    await others({ ipn: 'N-1' });
    await page.getByRole('gridcell', { name: 'N-1' }).waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText(/^Undone: Minimum/).waitFor();
    expect(await read()).toMatchObject({ min_stock: 5, ipn: 'N-1' });
  });

  it('on the page of a record takes back its field, and no other that others changed since', async () => {
    const { page, read, others, openRecord } = await workshop();
    await openRecord();
    await page.getByRole('button', { name: 'Edit Minimum' }).click();
    await page.getByRole('spinbutton', { name: 'Minimum' }).fill('777');
    await page.keyboard.press('Enter');
    await page.getByText(/^Changed Minimum of “Nut”/).waitFor();
    await others({ ipn: 'N-1' });
    await page.keyboard.press('Control+z');
    await page.getByText(/^Undone: Changed Minimum/).waitFor();
    expect(await read()).toMatchObject({ min_stock: 5, ipn: 'N-1' });
  });
});

describe('an undo of a creation', () => {
  const createWasher = async ({ page, list }: Pick<Awaited<ReturnType<typeof workshop>>, 'page' | 'list'>) => {
    await page.goto(`${list}?new=1`);
    await page.getByRole('dialog').getByRole('textbox', { name: /^Name/ }).fill('Washer');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Created “Washer”').waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };
  const washers = async (client: { get<Body>(path: string): Promise<{ readonly body: Body }> }, list: string) => {
    const path = list.replace('/w/', '/api/v1/orgs/');
    const { body } = await client.get<{ data: readonly { id: string }[] }>(`${path}?filter=name=="Washer"`);
    return body.data.map(({ id }) => `${path}/${id}`);
  };

  it('moves the record to the trash', async () => {
    const { page, list, client } = await workshop();
    await createWasher({ page, list });
    await page.keyboard.press('Control+z');
    await page.getByText('Undone: Created “Washer”').waitFor();
    expect(await washers(client, list)).toEqual([]);
  });

  it('waits for the code of the key, if that is loaded later', async () => {
    const { page, list, client } = await workshop();
    const { promise: isPressed, resolve: pressed } = Promise.withResolvers<true>();
    await page.route(/\/Overlays-[^/]*\.js$/, (route) => isPressed.then(() => route.continue()));
    await createWasher({ page, list });
    await page.keyboard.press('Control+z');
    pressed(true);
    await page.getByText('Undone: Created “Washer”').waitFor();
    expect(await washers(client, list)).toEqual([]);
  });

  it('leaves a record that others went on with', async () => {
    const { page, list, client } = await workshop();
    await createWasher({ page, list });
    const [path = ''] = await washers(client, list);
    expect((await client.patch(path, { fields: { ipn: 'W-1' } })).status).toBe(200);
    await page.keyboard.press('Control+z');
    await page.getByText(/^Somebody else changed “.*” in the meantime\. Nothing was overwritten\./).waitFor();
    expect(await washers(client, list)).toEqual([path]);
  });
});

describe('an edit of a cell', () => {
  it('is saved where the page is left', async () => {
    const { page, read, openList, editMinimum } = await workshop();
    await openList();
    await page.getByRole('link', { name: 'Nut' }).click();
    await page.getByRole('heading', { name: 'Nut' }).waitFor();
    await page.goBack();
    await page.getByRole('gridcell', { name: '5' }).waitFor();
    await editMinimum('777');
    await page.goForward();
    await page.getByText('Minimum of “Nut” changed').waitFor();
    expect(await read()).toMatchObject({ min_stock: 777 });
  });

  it('does not replace what others made of the field meanwhile, until Enter is pressed again', async () => {
    const { page, read, others, openList, editMinimum } = await workshop();
    await openList();
    await editMinimum('777');
    await others({ min_stock: 9 });
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText(FASTER).waitFor();
    expect(await read()).toMatchObject({ min_stock: 9 });
    await page.keyboard.press('Enter');
    await page.getByText('Minimum of “Nut” changed').waitFor();
    expect(await read()).toMatchObject({ min_stock: 777 });
  });

  it('keeps what others made of other fields meanwhile', async () => {
    const { page, read, others, openList, editMinimum } = await workshop();
    await openList();
    await editMinimum('777');
    await others({ ipn: 'N-1' });
    await page.keyboard.press('Enter');
    await page.getByText('Minimum of “Nut” changed').waitFor();
    expect(await read()).toMatchObject({ min_stock: 777, ipn: 'N-1' });
  });
});

describe('what was typed into a field of a page', () => {
  const TEXT = 'Zinc plated, for the frame';

  const typeInto = async ({ page, openRecord }: Pick<Awaited<ReturnType<typeof workshop>>, 'page' | 'openRecord'>) => {
    await openRecord();
    await page.getByRole('button', { name: 'Add Description' }).click();
    const field = page.getByRole('textbox', { name: 'Description' });
    await field.fill(TEXT);
    return field;
  };

  it('is there again after Back, after a reload, and in another tab once this one is closed, until it is saved', async () => {
    const { page, list, record, read, openRecord } = await workshop();
    await page.goto(list);
    const field = await typeInto({ page, openRecord });
    await page.goBack();
    await page.getByRole('link', { name: 'Nut' }).waitFor();
    await page.goForward();
    await field.waitFor();
    expect(await field.inputValue()).toBe(TEXT);
    await page.reload();
    await field.waitFor();
    expect(await field.inputValue()).toBe(TEXT);
    const next = await page.context().newPage();
    await page.close();
    await next.goto(record);
    const again = next.getByRole('textbox', { name: 'Description' });
    await again.waitFor();
    expect(await again.inputValue()).toBe(TEXT);
    await next.getByRole('button', { name: 'Save' }).click();
    await next.getByText('Changed Description of “Nut”').waitFor();
    expect(await read()).toMatchObject({ description: TEXT });
    await next.reload();
    await settled(next);
    expect(await again.count()).toBe(0);
  });

  it('is kept by Escape and thrown away by Cancel', async () => {
    const { page, openRecord } = await workshop();
    const field = await typeInto({ page, openRecord });
    await field.press('Escape');
    await page.getByRole('button', { name: 'Go on with your draft' }).click();
    expect(await field.inputValue()).toBe(TEXT);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await field.waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Go on with your draft' }).count()).toBe(0);
  });

  it('does not replace what others made of the field meanwhile without a word', async () => {
    const { page, read, others, openRecord } = await workshop();
    const field = await typeInto({ page, openRecord });
    await others({ description: 'Theirs' });
    await page.reload();
    await field.waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Another change was faster.').waitFor();
    expect(await read()).toMatchObject({ description: 'Theirs' });
    await page.getByRole('button', { name: 'Use theirs' }).click();
    await field.waitFor({ state: 'detached' });
  });
});

describe('a form that is closed', () => {
  const RESUMED = 'Go on with your draft, or start again.';

  it('goes on with what was typed when it is opened again, and can start again', async () => {
    const { page, list } = await workshop();
    const name = page.getByRole('dialog').getByRole('textbox', { name: /^Name/ });
    await page.goto(`${list}?new=1`);
    await name.fill('A long name');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.goto(`${list}?new=1`);
    await page.getByText(RESUMED).waitFor();
    expect(await name.inputValue()).toBe('A long name');
    await page.getByRole('button', { name: 'Start again' }).click();
    expect(await name.inputValue()).toBe('');
    expect(await page.getByText(RESUMED).count()).toBe(0);
  });

  it('with its tab goes on in another one, and not for the next person who signs in', async () => {
    const { page, list } = await workshop();
    const name = (of: typeof page) => of.getByRole('dialog').getByRole('textbox', { name: /^Name/ });
    await page.goto(`${list}?new=1`);
    await name(page).fill('A long name');
    const next = await page.context().newPage();
    await page.close();
    await next.goto(`${list}?new=1`);
    await next.getByText(RESUMED).waitFor();
    expect(await name(next).inputValue()).toBe('A long name');
    await next.context().clearCookies();
    const other = await app.server.register();
    await next.goto('/sign-in');
    await next.getByLabel('Email').fill(other.email);
    await next.getByLabel('Password').fill(other.password);
    await next.getByRole('button', { name: 'Sign in' }).click();
    await next.waitForURL(({ pathname }) => pathname !== '/sign-in');
    expect(
      await next.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('cubit-draft:'))),
    ).toEqual([]);
  });

  it('goes on with a wire', async () => {
    const { page, list } = await workshop();
    const wires = list.replace(/\/modules.*/, '/wires');
    const event = page.getByRole('combobox', { name: 'Event', exact: true });
    await page.goto(`${wires}/new`);
    await event.fill('Part created');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Write an expression' }).click();
    await page.getByRole('textbox', { name: 'Expression' }).fill('event.payload.name != "M3"');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.waitForURL(`**${wires}`);
    await page.goto(`${wires}/new`);
    await page.getByText(RESUMED).waitFor();
    expect(await event.inputValue()).toBe('Part created');
    expect(await page.getByRole('combobox', { name: 'Field' }).inputValue()).toBe('Name');
    await page.getByRole('button', { name: 'Start again' }).click();
    await until('the event is none', async () => (await event.inputValue()) === '');
  });

  it('says nothing of a draft where nothing was typed, or where it was sent', async () => {
    const { page, list } = await workshop();
    const dialog = page.getByRole('dialog');
    await page.goto(`${list}?new=1`);
    await dialog.getByRole('textbox', { name: /^Name/ }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.goto(`${list}?new=1`);
    await dialog.getByRole('textbox', { name: /^Name/ }).fill('Washer');
    expect(await page.getByText(RESUMED).count()).toBe(0);
    await page.keyboard.press('Control+Enter');
    await page.getByText('Created “Washer”').waitFor();
    await page.goto(`${list}?new=1`);
    await dialog.getByRole('textbox', { name: /^Name/ }).waitFor();
    expect(await page.getByText(RESUMED).count()).toBe(0);
  });

  it('of a record that others changed meanwhile keeps both', async () => {
    const { page, read, others, openRecord } = await workshop();
    const dialog = page.getByRole('dialog');
    await openRecord();
    await page.keyboard.press('e');
    await dialog.getByRole('textbox', { name: /^Name/ }).fill('Hex nut');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await others({ ipn: 'N-1' });
    await until('the other change is there', async () => (await read()).ipn === 'N-1');
    await openRecord();
    await page.keyboard.press('e');
    await page.getByText(RESUMED).waitFor();
    expect(await dialog.getByRole('textbox', { name: /^Name/ }).inputValue()).toBe('Hex nut');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Changed “Hex nut”').waitFor();
    expect(await read()).toMatchObject({ name: 'Hex nut', ipn: 'N-1' });
  });
});
