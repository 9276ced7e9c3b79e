import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@cubit/testing';
import {
  type App,
  counted,
  keyboardAlone,
  openWorkshop,
  type Page,
  settled,
  startApp,
  type Workshop,
} from '@cubit/web-testing';
import { canvas, drag, Drawings, LOCATION, PLAN, pointIn, said, WORKSHOP } from './fixtures/drawing.js';

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function workshop(): Promise<Workshop & { readonly drawings: Drawings }> {
  const opened = await openWorkshop(app, ['spaces', 'inventory']);
  return { ...opened, drawings: new Drawings(opened) };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const row = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true });
const save = async (page: Page) => {
  await button(page, 'Save').click();
  await page.getByText('Saved', { exact: true }).waitFor();
};

describe('drawing a room and its bins', () => {
  it('takes at most 9 clicks from the home page to the labels of the bins', async () => {
    const { page, openHome, read } = await workshop();
    await openHome();
    const hand = counted(page);
    await hand.click(page.getByRole('navigation').getByRole('link', { name: 'Floor plans' }));
    await hand.click(page.getByRole('link', { name: 'New floor plan' }).first());
    await page.getByRole('textbox', { name: 'Width' }).waitFor();
    await hand.press('Enter');
    await canvas(page).locator('[data-room="0"]').waitFor();
    await hand.click(button(page, 'Row'));
    await drag(page, [0.1, 0.1], [0.9, 0.2]);
    const gestures = 1;
    await page.getByRole('textbox', { name: 'Containers' }).waitFor();
    await page.keyboard.type('6');
    await hand.click(button(page, 'Save and update locations'));
    await page.getByText('7 locations will be created').waitFor();
    await hand.click(button(page, 'Update and print labels'));
    const labels = page.getByRole('dialog', { name: 'Print labels: 7 locations' });
    await hand.click(labels.getByRole('button', { name: 'Print labels' }));
    await page.getByText('Labels made: 7').waitFor();
    await page.getByRole('link', { name: 'Open the file' }).waitFor();
    expect(hand.count() + gestures).toBeLessThanOrEqual(9);
    const names = (await read(LOCATION)).map(({ title }) => title);
    expect(names).toEqual(['A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-6', 'Workshop']);
    expect((await read(PLAN)).map(({ fields }) => fields['status'])).toEqual(['applied']);
  });

  it('needs no mouse', async () => {
    const { page, drawings, read } = await workshop();
    await drawings.open(page);
    const keys = keyboardAlone(page);
    const width = page.getByRole('textbox', { name: 'Width' });
    await keys.reach(width);
    await keys.press('Control+a');
    await keys.type(width, '6 m');
    await keys.press('Enter');
    await canvas(page).locator('[data-room="0"]').waitFor();
    await keys.press('a');
    const count = page.getByRole('textbox', { name: 'Containers' });
    await keys.reach(count, 'Shift+Tab');
    await keys.press('Control+a');
    await keys.type(count, '3');
    await keys.press('Enter');
    await row(page, 'A-3').waitFor();
    // The first of the row is selected, and moves by 100 mm and by 10 mm.
    await keys.reach(canvas(page));
    await keys.press('ArrowDown');
    await keys.press('Shift+ArrowDown');
    await said(page, 'Container A-1, X 0 mm, Y 110 mm');
    await keys.press('Enter');
    await keys.type(page.getByRole('textbox', { name: 'Name', exact: true }), 'Screws');
    await keys.press('Enter');
    await keys.reach(page.getByRole('tree', { name: 'Contents of the plan' }), 'Shift+Tab');
    await row(page, 'Screws').waitFor();
    await keys.press('ArrowDown');
    await keys.press('Delete');
    await row(page, 'A-2').waitFor({ state: 'detached' });
    await keys.press('Control+z');
    await row(page, 'A-2').waitFor();

    await keys.reach(button(page, 'Save and update locations'), 'Shift+Tab');
    await keys.press('Enter');
    await page.getByText('4 locations will be created').waitFor();
    await keys.reach(button(page, 'Update locations'));
    await keys.press('Enter');
    await page.getByText('Imported “Workshop”').waitFor();
    expect((await read(LOCATION)).map(({ title }) => title)).toEqual(['A-2', 'A-3', 'Screws', 'Workshop']);
  });

  it('selects, moves, resizes and takes back, and what is drawn is what is stored', async () => {
    const { page, drawings } = await workshop();
    const id = await drawings.add({ ...WORKSHOP, author: 'Kim' } as typeof WORKSHOP);
    await drawings.open(page, id);
    await page.mouse.click((await pointIn(page, 1.5 / 6, 0.25 / 4)).x, (await pointIn(page, 1.5 / 6, 0.25 / 4)).y);
    await said(page, 'Container Rack B, X 1000 mm');
    await drag(page, [1.5 / 6, 0.25 / 4], [3.5 / 6, 1.25 / 4]);
    await said(page, 'Container Rack B, X 3000 mm, Y 1000 mm, 1000 mm by 500 mm.');
    await drag(page, [4 / 6, 1.5 / 4], [4.5 / 6, 2 / 4]);
    await said(page, '1500 mm by 1000 mm');
    await page.keyboard.press('Control+z');
    await said(page, 'X 3000 mm, Y 1000 mm, 1000 mm by 500 mm');
    await save(page);
    const stored = await drawings.read(id);
    expect(stored.rooms[0]?.containers?.[1]).toEqual({
      ...{ name: 'Rack B', x_mm: 3_000, y_mm: 1_000, w_mm: 1_000, d_mm: 500 },
    });
    expect(stored).toHaveProperty('author', 'Kim');
    expect(stored.rooms[0]?.zones).toEqual(WORKSHOP.rooms[0]?.zones);
  });

  it('draws walls, doors and zones, and takes lengths in any unit', async () => {
    const { page, drawings } = await workshop();
    const id = await drawings.add(WORKSHOP);
    await drawings.open(page, id);
    await button(page, 'Wall').click();
    await drag(page, [0.5, 0.3], [0.5, 0.8]);
    await button(page, 'Door').click();
    const { x, y } = await pointIn(page, 0.5, 0.005);
    await page.mouse.click(x, y);
    await row(page, 'Door 900 mm').first().waitFor();
    await button(page, 'Zone').click();
    await drag(page, [0.05, 0.5], [0.3, 0.7]);
    const width = page.getByRole('region', { name: 'Details' }).getByRole('textbox', { name: 'Width' });
    await width.fill('1.2 m');
    await width.press('Enter');
    await said(page, '1200 mm by 800 mm');
    await width.fill('wide');
    await width.press('Enter');
    await page.getByText('Write a length, such as 1200 or 1.2 m.').waitFor();
    await width.fill('1200');
    await save(page);
    const [room] = (await drawings.read(id)).rooms;
    expect(room?.walls?.map(({ openings = [] }) => openings.length)).toEqual([1, 0, 1]);
    expect(room?.zones?.[1]).toMatchObject({ name: 'Zone', w_mm: 1_200 });
  });
});

describe('problems', () => {
  it('are outlined and listed, and lead to what they are about', async () => {
    const { page, drawings } = await workshop();
    const [room] = WORKSHOP.rooms;
    const racks = room!.containers!.map((rack, index) => ({ ...rack, x_mm: index * 900 }));
    const id = await drawings.add({ ...WORKSHOP, rooms: [{ ...room!, containers: racks }] });
    await drawings.open(page, id);
    await page
      .getByRole('region', { name: 'To look at' })
      .getByRole('button', { name: 'Rack B It overlaps with Rack A.' })
      .click();
    await said(page, 'Container Rack B');
    expect(await canvas(page).locator('rect[data-faulty]').count()).toBe(1);
    await canvas(page).focus();
    await page.keyboard.press('ArrowRight');
    await page.getByRole('region', { name: 'To look at' }).waitFor({ state: 'detached' });
  });
});

describe('saving', () => {
  it('tells who changed the plan meanwhile, loads the newer so that Undo brings mine back, or keeps mine', async () => {
    const { page, drawings } = await workshop();
    const id = await drawings.add(WORKSHOP);
    await drawings.open(page, id);
    const site = page.getByRole('textbox', { name: 'Site' });
    await site.fill('Mine');
    await drawings.replace(id, { ...WORKSHOP, site: { name: 'Theirs' } });
    await button(page, 'Save').click();
    const dialog = page.getByRole('alertdialog', { name: 'The plan has changed' });
    await dialog.getByText('saved it').waitFor();
    expect(await dialog.getByText('Somebody').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Load the newer' }).click();
    await page.getByRole('heading', { name: 'Theirs' }).waitFor();
    await button(page, 'Undo').click();
    await page.getByRole('heading', { name: 'Mine' }).waitFor();

    await drawings.replace(id, { ...WORKSHOP, site: { name: 'Theirs again' } });
    await button(page, 'Save').click();
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect((await drawings.read(id)).site?.name).toBe('Mine');
  });

  it('says which locations are no longer drawn, and removes or keeps them', async () => {
    const { page, drawings, read, run } = await workshop();
    const id = await drawings.add(WORKSHOP);
    await run('spaces:import_plan', { kind: PLAN, id });
    await drawings.open(page, id);
    await row(page, 'Rack B').click();
    await button(page, 'Delete').click();
    await button(page, 'Save and update locations').click();
    const dialog = page.getByRole('dialog', { name: 'Update locations' });
    await dialog.getByText('1 location is no longer drawn').waitFor();
    await dialog.getByText('Workshop / Rack B').waitFor();
    await dialog.getByRole('button', { name: 'Update locations' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await read(LOCATION)).map(({ title }) => title)).toContain('Rack B');

    await button(page, 'Save and update locations').click();
    await dialog.getByRole('radio', { name: 'Move it to the trash' }).check();
    await dialog.getByRole('button', { name: 'Update locations' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await read(LOCATION)).map(({ title }) => title)).not.toContain('Rack B');

    // Applying the plan changed its record and not its document, so nothing is asked.
    await row(page, 'Workshop').click();
    await page.getByRole('textbox', { name: 'Level' }).fill('Ground floor');
    await save(page);
    expect((await drawings.read(id)).rooms[0]?.level).toBe('Ground floor');
  });

  it('keeps what is not saved over a reload, and asks before the page is left', async () => {
    const { page, drawings } = await workshop();
    const id = await drawings.add(WORKSHOP);
    await drawings.open(page, id);
    await page.getByRole('textbox', { name: 'Site' }).fill('Kept');
    await page.getByText('Not saved').waitFor();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await page.getByText('Changes that were not saved are shown.').waitFor();
    await page.getByRole('heading', { name: 'Kept' }).waitFor();
    await page.getByRole('link', { name: 'Floor plans' }).first().click();
    await page
      .getByRole('alertdialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Cancel' })
      .click();
    await button(page, 'Discard them').click();
    await page.getByRole('heading', { name: 'Workshop' }).waitFor();
    await page.getByText('Saved', { exact: true }).waitFor();
  });
});

describe('a new plan', () => {
  it('begins with racks along a wall', async () => {
    const { page, drawings } = await workshop();
    await drawings.open(page);
    await page.getByRole('radio', { name: 'Rack wall' }).check({ force: true });
    await page.getByRole('textbox', { name: 'Racks' }).fill('3');
    await button(page, 'Start drawing').click();
    await row(page, 'Rack C').waitFor();
    expect(await canvas(page).locator('[data-shape]').count()).toBe(3);
    page.on('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await row(page, 'Rack C').waitFor();
  });

  it('begins with a document of a file, and lists what the server refuses of it with its place', async () => {
    const { page, drawings } = await workshop();
    await drawings.open(page);
    await page.getByRole('radio', { name: 'From a file' }).check({ force: true });
    const choose = (document: unknown) =>
      page.locator('input[type=file]').setInputFiles({
        ...{ name: 'plan.json', mimeType: 'application/json' },
        buffer: Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)),
      });
    await choose('{ "format": ');
    await page.getByText('plan.json is no JSON document').waitFor();
    const [room] = WORKSHOP.rooms;
    await choose({ ...WORKSHOP, rooms: [{ ...room, containers: [{ ...room!.containers![0], w_mm: 0 }] }] });
    await page.getByRole('region', { name: 'Faults' }).getByText('Workshop, Rack A').waitFor();
    await choose(WORKSHOP);
    await canvas(page).locator('[data-room="0"]').waitFor();
    await page.waitForURL(/floorplans\/[\da-f-]{36}\?edit/);
  });
});

describe('the ways to the editor', () => {
  it('are on the list and on the page of a plan, and without `edit` the address leads to that page', async () => {
    const { page, drawings, open } = await workshop();
    const id = await drawings.add(WORKSHOP);
    await open(PLAN);
    await page.getByRole('link', { name: 'New floor plan' }).first().waitFor();
    await page.goto(drawings.address(id).replace('?edit', ''));
    await page.waitForURL(`**/records/plan/${id}`);
    await page.getByRole('link', { name: 'Edit drawing' }).click();
    await canvas(page).waitFor();
    await page.getByRole('link', { name: 'Workshop' }).first().click();
    await page.waitForURL(`**/records/plan/${id}`);
  });

  it('are not there for viewers, whom the page tells who can give them the right', async () => {
    const { drawings, workspace, address } = await workshop();
    const id = await drawings.add(WORKSHOP);
    const page = await app.page({ as: await workspace.viewer() });
    await page.goto(address(PLAN));
    await settled(page);
    expect(await page.getByRole('link', { name: 'New floor plan' }).count()).toBe(0);
    await page.goto(address(PLAN, id));
    await page.getByRole('img', { name: 'Drawing of Workshop' }).waitFor();
    expect(await page.getByRole('link', { name: 'Edit drawing' }).count()).toBe(0);
    await page.goto(drawings.address(id));
    await page.getByText('Viewers cannot draw').waitFor();
    await until('the page is there', async () => (await page.getByRole('heading', { level: 1 }).count()) === 1);
  });
});
