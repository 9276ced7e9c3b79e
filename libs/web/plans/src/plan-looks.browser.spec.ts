import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type App,
  axeViolations,
  openWorkshop,
  PHONE,
  sidewaysParts,
  smallTargets,
  startApp,
  type Workshop,
} from '@cubit/web-testing';
import { canvas, drag, Drawings, pointIn, said, STORE, WORKSHOP } from './fixtures/drawing.js';

let app: App;
let workshop: Workshop;
let drawings: Drawings;
beforeAll(async () => {
  app = await startApp();
  workshop = await openWorkshop(app, ['spaces', 'inventory']);
  drawings = new Drawings(workshop);
});
afterAll(() => app.close());

const MOST_SHAPES = 1_200;

describe('the editor', () => {
  it.each(['light', 'dark'] as const)('breaks no rule of accessibility in %s', async (theme) => {
    const id = await drawings.add(WORKSHOP);
    const page = await app.page({ as: workshop.workspace.owner, theme });
    await drawings.open(page);
    expect(await axeViolations(page)).toEqual([]);
    await drawings.open(page, id);
    await page.getByRole('treeitem', { name: 'Rack A' }).click();
    expect(await axeViolations(page)).toEqual([]);
    for (const tool of ['Room', 'Wall', 'Door', 'Zone', 'Rack', 'Row']) {
      await page.getByRole('button', { name: tool, exact: true }).click();
      expect([tool, await axeViolations(page, '[aria-label="Tool"]')]).toEqual([tool, []]);
    }
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save and update locations' }).click();
    await page.getByText('5 locations will be created').waitFor();
    expect(await axeViolations(page, '[role="dialog"]')).toEqual([]);
    await page.context().close();
  });

  it('fits a phone: contents and details are sheets, and everything is large enough to touch', async () => {
    const id = await drawings.add(WORKSHOP);
    const page = await app.page({ as: workshop.workspace.owner, ...PHONE });
    await drawings.open(page, id);
    expect([await sidewaysParts(page), await smallTargets(page), await axeViolations(page)]).toEqual([[], [], []]);
    await page.getByRole('button', { name: 'Contents' }).tap();
    await page.getByRole('treeitem', { name: 'Rack B' }).tap();
    await page.getByRole('button', { name: 'Close' }).tap();
    await page.getByRole('button', { name: 'Details' }).tap();
    await page.getByRole('dialog', { name: 'Details' }).getByRole('textbox', { name: 'Name' }).fill('Bench');
    expect(await axeViolations(page, '[role="dialog"]')).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).tap();
    await page.getByText('Bench').first().waitFor();
    await page.getByRole('button', { name: 'Rack', exact: true }).tap();
    const { x, y } = await pointIn(page, 0.5, 0.5);
    await page.touchscreen.tap(x, y);
    await said(page, 'Container Rack, X 3000 mm, Y 2000 mm');
    await page.context().close();
  });

  it('draws at most 1,200 of 5,000 shapes, and is quick to move and to change', async () => {
    const id = await drawings.add(STORE);
    const { page } = workshop;
    await drawings.open(page, id);
    const shapes = () => canvas(page).locator('[data-shape]').count();
    expect(await shapes()).toBe(0);
    const { x, y } = await pointIn(page, 0.5, 0.5);
    await page.mouse.move(x, y);
    await page.keyboard.down('Control');
    for (let step = 0; step < 8; step += 1) await page.mouse.wheel(0, -200);
    await page.keyboard.up('Control');
    await page.getByText('B-2551').waitFor();
    const near = await shapes();
    expect([near > 10, near <= MOST_SHAPES]).toEqual([true, true]);
    await page.getByRole('tree').focus();
    await page.keyboard.press('End');
    await said(page, 'Container B-5000');
    expect(await page.getByRole('treeitem').count()).toBeLessThan(100);
    await canvas(page).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await said(page, 'X 98800 mm');
    await page.getByRole('region', { name: 'To look at' }).getByText('It overlaps with B-4999.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('region', { name: 'To look at' }).waitFor({ state: 'detached' });
  });

  it('moves the sheet by a drag and shows all of it again', async () => {
    const id = await drawings.add(WORKSHOP);
    const { page } = workshop;
    await drawings.open(page, id);
    const before = await pointIn(page, 0, 0);
    await drag(page, [0.5, 0.6], [0.6, 0.7]);
    const after = await pointIn(page, 0, 0);
    expect([after.x > before.x, after.y > before.y]).toEqual([true, true]);
    await page.getByRole('button', { name: 'Show all' }).click();
    const again = await pointIn(page, 0, 0);
    expect([Math.round(again.x - before.x), Math.round(again.y - before.y)]).toEqual([0, 0]);
  });
});
