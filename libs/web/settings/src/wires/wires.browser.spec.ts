import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { someOf, until } from '@cubit/testing';
import { type App, axeViolations, counted, openWorkshop, settled, startApp, type Workshop } from '@cubit/web-testing';
import type { Page } from 'playwright-core';
import type { Wire } from './wire.js';

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Types into the field that has the focus once it is `role` `name`, and takes the first option. */
async function pick(page: Page, name: string, text: string, press = (key: string) => page.keyboard.press(key)) {
  const box = page.getByRole('combobox', { name, exact: true });
  await until(`${name} has the focus`, () => box.evaluate((element) => element === document.activeElement));
  await page.keyboard.type(text);
  // The options come a moment later: what was typed decides.
  await press('Enter');
}

const wiresOf = async ({ client, workspace }: Workshop) =>
  (await client.get<{ data: readonly Wire[] }>(`${workspace.path}/wires?limit=200`)).body.data;

const own = async (workshop: Workshop) => (await wiresOf(workshop)).filter((wire) => wire.default === null);

/** Parts with stock, and uses of one of them: `inventory.stock.low` comes with the last. */
async function lowStock(workshop: Workshop) {
  const part = await workshop.create('inventory:part', { name: 'M3 screw', min_stock: 5 });
  const record = { kind: 'inventory:part', id: part };
  await workshop.run('inventory:add', record, { qty: 8 });
  await workshop.run('inventory:use', record, { qty: 1 });
  await workshop.run('inventory:use', record, { qty: 4 });
  return part;
}

describe('a new wire', () => {
  it('takes eight clicks and keys, with a condition and what it would do on the way', async () => {
    const workshop = await openWorkshop(app, ['inventory', 'projects']);
    const { page, workspace } = workshop;
    await lowStock(workshop);
    await page.goto(`/w/${workspace.slug}`);
    await settled(page);
    const { click, press, count } = counted(page);
    await click(page.getByRole('navigation').getByRole('link', { name: 'Wires' }));
    await click(page.getByRole('main').getByRole('link', { name: 'New wire' }));
    await pick(page, 'Event', 'Stock low', press);
    await click(page.getByRole('button', { name: 'Add a condition' }));
    await pick(page, 'Field', 'Available', press);
    const value = page.getByRole('spinbutton', { name: 'Value' });
    await until('the value has the focus', () => value.evaluate((element) => element === document.activeElement));
    await page.keyboard.type('3');
    await page.getByRole('complementary', { name: 'Try it' }).getByRole('img', { name: 'True' }).first().waitFor();
    await click(page.getByRole('combobox', { name: 'Action', exact: true }));
    await pick(page, 'Action', 'Create task', press);
    const title = page.getByRole('textbox', { name: /^Title/ });
    await until('the title has the focus', () => title.evaluate((element) => element === document.activeElement));
    await page.keyboard.type('Order ${event.payload.partName}');
    await page.getByRole('status').getByText('It would run.').waitFor();
    await press('Enter');
    await page.getByText('Created the wire Stock low: Create task').waitFor();
    expect(count()).toBeLessThanOrEqual(8);
    expect(await own(workshop)).toMatchObject([
      {
        name: 'Stock low: Create task',
        event: 'inventory.stock.low',
        condition: 'event.payload.available == 3',
        action: 'projects:create_task',
        record: null,
        input: { title: 'Order ${event.payload.partName}' },
      },
    ]);
  });

  it('begins with an event of the activity, in four clicks and keys', async () => {
    const workshop = await openWorkshop(app, ['inventory', 'projects']);
    const { page, workspace } = workshop;
    await lowStock(workshop);
    await page.goto(`/w/${workspace.slug}/activity`);
    const { click, press, count } = counted(page);
    await click(page.getByRole('row', { name: /Stock low/ }).getByRole('link', { name: 'Automate this' }));
    await click(page.getByRole('combobox', { name: 'Action', exact: true }));
    await pick(page, 'Action', 'Create task', press);
    const title = page.getByRole('textbox', { name: /^Title/ });
    await until('the title has the focus', () => title.evaluate((element) => element === document.activeElement));
    await page.keyboard.type('Order it');
    await press('Enter');
    await page.getByText(/^Created the wire/).waitFor();
    expect(count()).toBeLessThanOrEqual(4);
    expect(await own(workshop)).toMatchObject([{ event: 'inventory.stock.low', condition: null }]);
  });

  it('begins with an action, which runs on the record of the event', async () => {
    const workshop = await openWorkshop(app, ['inventory']);
    const { page } = workshop;
    const part = await lowStock(workshop);
    await page.goto(`${workshop.address('inventory:part', part)}?do=inventory:use`);
    await page.getByRole('dialog').getByRole('link', { name: 'Automate this' }).click();
    await page.getByRole('combobox', { name: 'Event', exact: true }).click();
    await pick(page, 'Event', 'Stock low');
    const target = page.getByRole('combobox', { name: 'Record', exact: true });
    await until('the part is chosen', async () => (await target.inputValue()) === 'event.payload.partId');
    await page.getByRole('button', { name: 'Take Quantity from the event' }).click();
    await page.getByRole('menuitem', { name: 'Shortfall' }).click();
    await page.getByRole('group', { name: 'Quantity' }).getByText('Shortfall · Stock low').waitFor();
    await page.getByRole('button', { name: 'Take Quantity from the event' }).click();
    await page.getByRole('menuitem', { name: 'Write an expression' }).click();
    const written = page.getByRole('textbox', { name: 'Quantity' });
    await written.fill('');
    // On its way it is the field alone.
    await written.pressSequentially('event.payload.shortfall * 2');
    const tried = page.getByRole('region', { name: 'Outcome' });
    await tried.getByRole('link', { name: 'M3 screw' }).waitFor();
    await tried.getByText('Quantity').waitFor();
    await page.getByRole('button', { name: 'Create wire' }).click();
    await page.getByText(/^Created the wire/).waitFor();
    expect(await own(workshop)).toMatchObject([
      { action: 'inventory:use', record: 'event.payload.partId', input: { qty: '${event.payload.shortfall * 2}' } },
    ]);
  });

  it('begins with a recipe, and says which wire does the same', async () => {
    const workshop = await openWorkshop(app, ['inventory', 'projects', 'purchases']);
    const { page, workspace } = workshop;
    await page.goto(`/w/${workspace.slug}/wires/new`);
    const recipes = page.getByRole('region', { name: 'Begin with a recipe' });
    await recipes.getByRole('link').first().waitFor();
    expect(await recipes.getByRole('link').count()).toBeGreaterThanOrEqual(2);
    const name = await recipes.getByRole('link').first().innerText();
    await recipes.getByRole('link').first().click();
    await page.getByRole('textbox', { name: 'Name' }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe(`Copy of ${name}`);
    const running = (await wiresOf(workshop)).find(({ enabled }) => enabled);
    await page.goto(`/w/${workspace.slug}/wires/new?from=${running?.id}`);
    await page
      .getByText('runs this action on this event already.')
      .getByRole('link', { name: running?.name })
      .waitFor();
  });

  it('leads from a recipe that is on already to its wire', async () => {
    const workshop = await openWorkshop(app, ['inventory', 'projects', 'purchases']);
    const { page, client, workspace } = workshop;
    const wires = (await wiresOf(workshop)).filter(({ blocked }) => blocked === null);
    for (const { id } of wires)
      expect((await client.patch(`${workspace.path}/wires/${id}`, { enabled: true })).status).toBe(200);
    await page.goto(`/w/${workspace.slug}/wires/new`);
    const recipe = page.getByRole('region', { name: 'Begin with a recipe' }).getByRole('article').first();
    await recipe.getByText('On already').waitFor();
    const name = await recipe.getByRole('link').innerText();
    await recipe.getByRole('link').click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    expect(await own(workshop)).toEqual([]);
  });

  it('proposes for an input that is needed the only value of the event that fits, and it can be replaced', async () => {
    const workshop = await openWorkshop(app, ['inventory']);
    const { page, workspace } = workshop;
    // Its stock has no location.
    await lowStock(workshop);
    await page.goto(`/w/${workspace.slug}/wires/new?event=inventory.stock_item.created&action=inventory:move`);
    const to = page.getByRole('group', { name: 'To' });
    await to.getByText('Location · Stock item created').waitFor();
    await page.getByText('Proposed from the event.').waitFor();
    await page.getByRole('region', { name: 'Outcome' }).getByText('To: is required.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('textbox', { name: /^Reason/ }).fill('Put away');
    await page.getByText('Proposed from the event.').waitFor();
    await page.getByRole('button', { name: 'Create wire' }).click();
    await page.getByText(/^Created the wire/).waitFor();
    const input = { to_location: '${event.payload.locationId}', reason: 'Put away' };
    expect(await own(workshop)).toMatchObject([{ record: 'event.payload.stockItemId', input }]);
    await page.goto(`/w/${workspace.slug}/wires/new?event=inventory.stock_item.created&action=inventory:move`);
    await to.getByRole('button', { name: 'Remove Location · Stock item created' }).click();
    await page.getByRole('combobox', { name: 'To', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('combobox', { name: 'To', exact: true }).waitFor();
    expect(await page.getByText('Proposed from the event.').count()).toBe(0);
  });

  it('asks for all conditions or for any, and keeps those that are not finished until they are', async () => {
    const workshop = await openWorkshop(app, ['inventory']);
    const { page, workspace } = workshop;
    await page.goto(`/w/${workspace.slug}/wires/new?event=inventory.stock.low&action=inventory:add`);
    const add = page.getByRole('button', { name: 'Add a condition' });
    const line = (number: number) => page.getByRole('group', { name: `Condition ${number}` });
    const choose = async (number: number, field: string) => {
      const box = line(number).getByRole('combobox', { name: 'Field' });
      await until('the field has the focus', () => box.evaluate((element) => element === document.activeElement));
      await page.keyboard.type(field);
      await page.keyboard.press('Enter');
      await line(number).getByRole('spinbutton', { name: 'Value' }).waitFor();
    };
    await add.click();
    await choose(1, 'Available');
    await line(1).getByRole('spinbutton', { name: 'Value' }).fill('3');
    await add.click();
    await choose(2, 'Shortfall');
    const any = page.getByRole('radio', { name: 'Any is true' });
    await any.check();
    await page.getByRole('spinbutton', { name: 'Quantity' }).fill('5');
    await page.reload();
    await any.waitFor();
    expect(await any.isChecked()).toBe(true);
    expect(await line(2).getByRole('combobox', { name: 'Field' }).inputValue()).toBe('Shortfall');
    await page.getByRole('button', { name: 'Create wire' }).click();
    await line(2).getByText('Has no value yet.').waitFor();
    await page.locator('input[aria-invalid="true"]:focus').waitFor();
    expect(await line(2).getByRole('spinbutton', { name: 'Value' }).getAttribute('aria-invalid')).toBe('true');
    expect(await own(workshop)).toEqual([]);
    await line(2).getByRole('spinbutton', { name: 'Value' }).fill('2');
    await page.getByRole('button', { name: 'Create wire' }).click();
    await page.getByText(/^Created the wire/).waitFor();
    const condition = 'event.payload.available == 3 || event.payload.shortfall == 2';
    const [wire] = await own(workshop);
    expect(wire).toMatchObject({ condition, input: { qty: 5 } });
    await page.getByText('Any of these is true:').waitFor();
    await page.goto(`/w/${workspace.slug}/wires/${wire?.id}/edit`);
    await any.waitFor();
    expect([await any.isChecked(), await page.getByRole('group', { name: /^Condition/ }).count()]).toEqual([true, 2]);
  });

  it('names the module that is missing, and leads to the modules', async () => {
    const { page, workspace } = await openWorkshop(app, ['inventory']);
    await page.goto(`/w/${workspace.slug}/wires/new?event=inventory.stock.low&action=projects:create_task`);
    const then = page.getByRole('region', { name: 'Then' });
    await then.getByText('This action belongs to the module Projects, which is not enabled').waitFor();
    expect(await then.getByRole('combobox', { name: 'Action' }).inputValue()).toBe('Create task');
    expect(await axeViolations(page)).toEqual([]);
    await page.goto(`/w/${workspace.slug}/wires/new?event=gone.thing.made`);
    await page.getByText('The module Gone of this event is not installed.').waitFor();
    await page.goto(`/w/${workspace.slug}/wires/new?event=projects.task.created`);
    await page.getByText('This event belongs to the module Projects, which is not enabled').waitFor();
    await page.getByRole('link', { name: 'Settings > Modules' }).click();
    await page.waitForURL(`**/w/${workspace.slug}/settings/modules`);
  });

  it('writes the characters of an expression in a text, and says how', async () => {
    const workshop = await openWorkshop(app, ['inventory', 'projects']);
    const { page, workspace } = workshop;
    await lowStock(workshop);
    await page.goto(`/w/${workspace.slug}/wires/new?event=inventory.stock.low&action=projects:create_task`);
    const title = page.getByRole('textbox', { name: /^Title/ });
    await title.fill('Set ${');
    await page.getByText('For the characters ${ write $${.').waitFor();
    await title.fill('Set $${part} of ${event.payload.partName}');
    await page.getByRole('region', { name: 'Outcome' }).getByText('Set ${part} of M3 screw').waitFor();
  });

  it('says at the fields what is missing when it is saved, and what is wrong as it is typed', async () => {
    const { page, workspace } = await openWorkshop(app, ['inventory']);
    await page.goto(`/w/${workspace.slug}/wires/new?event=inventory.stock.low&action=inventory:add`);
    const quantity = page.getByRole('spinbutton', { name: 'Quantity' });
    await quantity.waitFor();
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(0);
    await page.getByRole('button', { name: 'Create wire' }).click();
    await page.locator('[name="qty"][aria-invalid="true"]:focus').waitFor();
    await page.getByRole('button', { name: 'Write an expression' }).click();
    await page.getByRole('textbox', { name: 'Expression' }).fill('event.payload.missing > 2');
    await page.getByText('has no "missing"').first().waitFor();
  });
});

describe('the trial beside a wire', () => {
  it('shows each part with its values, for the event that is chosen, and the last events', async () => {
    const workshop = await openWorkshop(app, ['inventory']);
    const { page, workspace } = workshop;
    const part = await workshop.create('inventory:part', { name: 'M3 screw' });
    const record = { kind: 'inventory:part', id: part };
    for (const qty of [1, 2, 3]) await workshop.run('inventory:add', record, { qty });
    await page.goto(`/w/${workspace.slug}/wires/new?event=inventory.stock.changed`);
    await page.getByRole('button', { name: 'Write an expression' }).click();
    await page
      .getByRole('textbox', { name: 'Expression' })
      .fill('event.payload.delta > 1 && (event.payload.delta > 2 || !has(event.payload.available))');
    const panel = page.getByRole('complementary', { name: 'Try it' });
    const parts = panel.getByRole('region', { name: 'Condition' }).getByRole('listitem');
    await until('the parts are there', async () => (await parts.count()) === 6);
    const states = async () =>
      Promise.all((await parts.all()).map((each) => each.getByRole('img').first().getAttribute('aria-label')));
    expect(await states()).toEqual(['True', 'True', 'True', 'True', 'False', 'True']);
    await panel.getByRole('region', { name: 'Last 3 events: true for 1' }).waitFor();
    const events = panel.getByRole('combobox', { name: 'With the event of' });
    // They are of one minute.
    expect((await events.locator('option').allTextContents()).map((text) => text.split(' · ')[1])).toEqual([
      ...['M3 screw', 'M3 screw', 'M3 screw'],
    ]);
    const [, second] = await events.locator('option').all();
    await events.selectOption((await second?.getAttribute('value')) ?? '');
    await until('the other event is tried', async () => (await states()).at(0) === 'False');
    expect(await states()).toEqual(['False', 'True', 'False', 'False', 'False', 'True']);
  });

  it('writes nothing', async () => {
    const workshop = await openWorkshop(app, ['inventory']);
    const { page, client, path, workspace } = workshop;
    const part = await lowStock(workshop);
    await page.goto(`/w/${workspace.slug}/wires/new?event=inventory.stock.low&action=inventory:add`);
    await page.getByRole('spinbutton', { name: 'Quantity' }).fill('100');
    await page.getByRole('status').getByText('It would run.').waitFor();
    const { body } = await client.get<{ fields: { available: number } }>(path('inventory:part', part));
    expect(body.fields.available).toBe(3);
  });
});

describe('a wire that is changed', () => {
  it('is the same when it is saved as it was opened: every wire that modules bring', async () => {
    const workshop = await openWorkshop(app);
    const { page, workspace } = workshop;
    const wires = (await wiresOf(workshop)).filter(({ blocked }) => blocked === null);
    expect(wires.length).toBeGreaterThan(15);
    for (const { id, name } of someOf(wires)) {
      await page.goto(`/w/${workspace.slug}/wires/${id}/edit`);
      await page.getByRole('button', { name: 'Save wire' }).waitFor();
      await settled(page);
      const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
      await page.getByRole('button', { name: 'Save wire' }).click();
      expect([name, (await saved).status()]).toEqual([name, 200]);
      await page.waitForURL(`**/wires/${id}`);
    }
    const plain = (each: readonly Wire[]) =>
      each.map(({ id, event, condition, action, record, input, mode }) => ({
        ...{ id, event, condition, action, record, input, mode },
      }));
    const after = (await wiresOf(workshop)).filter(({ blocked }) => blocked === null);
    expect(plain(after)).toEqual(plain(wires));
  }, 120_000);

  it('can be undone', async () => {
    const workshop = await openWorkshop(app, ['inventory']);
    const { page, client, workspace } = workshop;
    const { body: wire } = await client.post<Wire>(`${workspace.path}/wires`, {
      ...{ name: 'Restock', event: 'inventory.stock.low', action: 'inventory:add' },
      ...{ record: 'event.payload.partId', input: { qty: 5, reason: 'Restocked' } },
    });
    await page.goto(`/w/${workspace.slug}/wires/${wire.id}`);
    await page.getByRole('link', { name: 'Edit' }).click();
    const quantity = page.getByRole('spinbutton', { name: 'Quantity' });
    expect(await quantity.inputValue()).toBe('5');
    await quantity.fill('9');
    await page.getByRole('textbox', { name: /^Reason/ }).fill('');
    await page.getByRole('button', { name: 'Save wire' }).click();
    await page.getByText('Changed the wire Restock').waitFor();
    expect((await own(workshop))[0]?.input).toEqual({ qty: 9 });
    await page.getByRole('button', { name: 'Undo' }).click();
    await until('it is as before', async () => JSON.stringify((await own(workshop))[0]?.input).includes('Restocked'));
    expect((await own(workshop))[0]?.input).toEqual({ qty: 5, reason: 'Restocked' });
  });
});

describe('a run', () => {
  it('shows why it ran, what it did, and what followed', async () => {
    const workshop = await openWorkshop(app, ['inventory']);
    const { page, client, workspace } = workshop;
    const { body: wire } = await client.post<Wire>(`${workspace.path}/wires`, {
      ...{ name: 'Restock', event: 'inventory.stock.low', action: 'inventory:add' },
      ...{ record: 'event.payload.partId', input: { qty: 5 } },
    });
    await lowStock(workshop);
    const runs = `${workspace.path}/wires/${wire.id}/runs`;
    await until('it has run', async () => {
      const { body } = await client.get<{ data: readonly { state: string }[] }>(runs);
      return body.data.some(({ state }) => state === 'succeeded');
    });
    await page.goto(`/w/${workspace.slug}/wires/${wire.id}`);
    await page.getByRole('table', { name: 'Runs' }).getByRole('row').nth(1).getByRole('link').first().click();
    const why = page.getByRole('region', { name: 'Why it ran' });
    await why.getByText('Stock low').waitFor();
    await why.getByRole('link', { name: 'M3 screw' }).waitFor();
    await page.getByRole('region', { name: 'What it did' }).getByText('Add stock').waitFor();
    await page.getByRole('region', { name: 'What followed' }).getByText('Stock changed').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.goto(`/w/${workspace.slug}/activity`);
    await page
      .getByRole('row', { name: /Stock changed/ })
      .getByRole('link', { name: 'Restock' })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Run of Restock' }).waitFor();
    await page.goto(`/w/${workspace.slug}/wires/${wire.id}/runs/0190a6e2-7c1d-7b3a-9f00-00000000dead`);
    await page.getByText('This run does not exist').waitFor();
  });
});

describe('the builder', () => {
  it('says in words what a wire of a module does, also with the name of its event', async () => {
    const { workspace, client, page } = await openWorkshop(app, ['inventory', 'projects']);
    const { body } = await client.get<{ data: readonly { id: string; action: string }[] }>(
      `${workspace.path}/wires?limit=200`,
    );
    const wire = body.data.find(({ action }) => action === 'projects:satisfy');
    await page.goto(`/w/${workspace.slug}/wires/${wire?.id}`);
    await page.getByText('Unblock tasks that wait', { exact: true }).waitFor();
    await page.getByText(/^Name of the event · /).waitFor();
    await page.getByRole('link', { name: 'Edit' }).click();
    await page
      .getByRole('group', { name: 'Event' })
      .getByText(/^Name of the event · /)
      .waitFor();
    expect(await page.getByText('event.name').count()).toBe(0);
  });

  it('tells a viewer who can write wires, without a refused request', async () => {
    const { workspace } = await openWorkshop(app, ['inventory']);
    const page = await app.page({ as: await workspace.viewer() });
    await page.goto(`/w/${workspace.slug}/wires/new`);
    await page.getByText('Only admins and owners create and change wires').waitFor();
  });

  it.each([
    { width: 1_440, theme: 'light' },
    { width: 390, theme: 'dark' },
  ] as const)('is accessible and fits at $width px', async ({ width, theme }) => {
    const workshop = await openWorkshop(app, ['inventory', 'projects']);
    const { workspace } = workshop;
    await lowStock(workshop);
    const page = await app.page({ as: workspace.owner, width, theme, touch: width < 640 });
    await page.goto(`/w/${workspace.slug}/wires/new?event=inventory.stock.low&action=projects:create_task`);
    await page.getByRole('textbox', { name: /^Title/ }).fill('Order ${event.payload.partName}');
    await page.getByRole('button', { name: 'Add a condition' }).click();
    await page.getByRole('status').getByText('It would run.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  });
});
