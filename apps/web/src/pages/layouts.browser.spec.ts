import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@cubit/testing';
import { type App, axeViolations, openWorkshop, settled, startApp } from '@cubit/web-testing';

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

describe('a tree', () => {
  it('takes a selection by keys and by clicks, and what is done to it is undone', async () => {
    const { page, create, address, client, path } = await openWorkshop(app, ['spaces']);
    const hall = await create('spaces:location', { name: 'Hall', type: 'room' });
    const racks: string[] = [];
    for (const name of ['Rack 1', 'Rack 2'])
      racks.push(await create('spaces:location', { name, type: 'shelf', parent: hall }));
    const shelf = await create('spaces:location', { name: 'Shelf', type: 'shelf' });
    await page.goto(`${address('spaces:location')}?layout=tree&sort=name`);
    await settled(page);
    const row = (name: string) => page.getByRole('row', { name });
    await row('Hall').focus();
    await page.keyboard.press('ArrowRight');
    await row('Rack 1').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('x');
    await page.getByRole('row', { name: 'Rack 1', selected: true }).waitFor();
    await page.getByRole('checkbox', { name: 'Select Rack 2' }).click();
    await page.getByText('2 selected').waitFor();
    expect(await axeViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Move to trash' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Move to trash' }).click();
    await row('Rack 1').waitFor({ state: 'detached' });
    const left = async () =>
      (await client.get<{ data: readonly { id: string }[] }>(path('spaces:location'))).body.data.map(({ id }) => id);
    expect((await left()).sort()).toEqual([hall, shelf].sort());
    await page.getByRole('button', { name: 'Undo' }).click();
    await row('Rack 2').waitFor();
    expect((await left()).sort()).toEqual([hall, shelf, ...racks].sort());
  });
});

describe('a calendar on a phone', () => {
  it('shows the seven days of a week, and the records of the chosen day below', async () => {
    const { workspace, create, address } = await openWorkshop(app, ['projects']);
    await create('projects:task', { title: 'Oil the lathe', due_at: '2026-03-10T09:00:00Z' });
    await create('projects:task', { title: 'Order screws', due_at: '2026-03-11T09:00:00Z' });
    const page = await app.page({ as: workspace.owner, width: 390, height: 844, touch: true });
    await page.goto(`${address('projects:task')}?layout=calendar&date=2026-03-10`);
    await settled(page);
    await page.getByRole('link', { name: 'Oil the lathe' }).waitFor();
    const sunday = await page.getByRole('columnheader').last().boundingBox();
    expect((sunday?.x ?? 0) + (sunday?.width ?? 0)).toBeLessThanOrEqual(390);
    expect(await page.getByRole('link', { name: 'Order screws' }).count()).toBe(0);

    await page.getByRole('gridcell', { name: /March 11, 2026, 1 Task/ }).tap();
    await page.getByRole('link', { name: 'Order screws' }).waitFor();
    expect(await page.getByRole('link', { name: 'Oil the lathe' }).count()).toBe(0);
    await page.keyboard.press('ArrowDown');
    await page.getByText('No tasks on this day.').waitFor();
    await until('the day has the focus', () =>
      page.getByRole('gridcell', { name: /March 18, 2026/ }).evaluate((day) => day === document.activeElement),
    );
    // Records of another month are read: the focus stays on its day.
    await page.keyboard.press('PageDown');
    await page.getByRole('heading', { name: 'April 2026' }).waitFor();
    await settled(page);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-day'))).toBe('2026-04-18');
    await page.keyboard.press('PageUp');
    await page.getByRole('heading', { name: 'March 2026' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);

    await page.getByRole('radio', { name: 'Week' }).check();
    await page.getByRole('button', { name: 'Previous week' }).click();
    await page.getByRole('link', { name: 'Oil the lathe' }).waitFor();
    await page.getByRole('link', { name: 'Order screws' }).waitFor();
  });
});
