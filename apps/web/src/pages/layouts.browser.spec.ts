import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@cubit/testing';
import {
  type App,
  axeViolations,
  openWorkshop,
  type Page,
  settled,
  sidewaysParts,
  smallTargets,
  startApp,
} from '@cubit/web-testing';

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
    const row = (name: string) => page.getByRole('row', { name: `Select ${name}` });
    await row('Hall').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('x');
    await page.getByRole('row', { name: 'Select Rack 1', selected: true }).waitFor();
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

describe('the levels of a tree', () => {
  const shown = (page: Page) => page.getByRole('treegrid').getByRole('row').getByRole('link').allTextContents();

  it('are open at first, open and close together, and are found as they were left', async () => {
    const { page, create, address, path, phone } = await openWorkshop(app, ['spaces']);
    const inside = async (parent: string | undefined, names: readonly string[]) => {
      const ids: string[] = [];
      for (const name of names) ids.push(await create('spaces:location', { name, type: 'shelf', parent }));
      return ids;
    };
    const [hall = '', yard = ''] = await inside(undefined, ['Hall', 'Yard']);
    const [rack = ''] = await inside(hall, ['Rack']);
    await inside(rack, ['Bin 1', 'Bin 2']);
    await inside(yard, ['Shed']);
    const all = ['Hall', 'Rack', 'Bin 1', 'Bin 2', 'Yard', 'Shed'];
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const isList = (url: string) => url === path('spaces:location');
    await page.goto(`${address('spaces:location')}?layout=tree&sort=name`);
    await settled(page);
    await until('all levels are open', async () => (await shown(page)).length === all.length);
    expect(await shown(page)).toEqual(all);
    expect(requests.filter(isList)).toHaveLength(1);
    expect(await page.getByRole('row', { name: 'Select Bin 1' }).getByRole('button').count()).toBe(0);

    await page.getByRole('button', { name: 'Close all' }).click();
    expect(await shown(page)).toEqual(['Hall', 'Yard']);
    await page.getByRole('row', { name: 'Select Yard' }).focus();
    await page.keyboard.press('*');
    await until('the siblings are open', async () => (await shown(page)).length === 4);
    expect(await shown(page)).toEqual(['Hall', 'Rack', 'Yard', 'Shed']);
    expect(await axeViolations(page)).toEqual([]);
    expect(requests.filter(isList)).toHaveLength(1);

    await settled(page);
    const other = await phone();
    await other.goto(`${address('spaces:location')}?layout=tree&sort=name`);
    await until('the tree is as it was left', async () => (await shown(other)).length === 4);
    await other.getByRole('button', { name: 'More tools' }).click();
    await other.getByRole('button', { name: 'Open all' }).click();
    await until('all is open', async () => (await shown(other)).length === all.length);
  });

  it('of a large tree are loaded together, as far as they are open', async () => {
    const { page, client, create, path, address } = await openWorkshop(app, ['spaces']);
    const add = async (parent: string, names: readonly string[]) => {
      const operations = names.map((name) => ({ op: 'create', fields: { name, type: 'bin', parent } }));
      const { status } = await client.post(`${path('spaces:location')}/batch`, { operations });
      expect(status).toBe(200);
    };
    const numbered = (name: string, count: number) => Array.from({ length: count }, (_, at) => `${name} ${at + 1}`);
    const racks: string[] = [];
    const hall = await create('spaces:location', { name: 'Hall', type: 'room' });
    for (const name of numbered('Rack', 15))
      racks.push(await create('spaces:location', { name, type: 'shelf', parent: hall }));
    for (const rack of racks) await add(rack, numbered('Bin', 70));
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const isList = (url: string) => url === path('spaces:location');
    await page.goto(`${address('spaces:location')}?layout=tree&sort=name`);
    await until('the first levels are open', async () => (await shown(page)).length === 16);
    await settled(page);
    // All records, the top, the hall, and its racks together.
    expect(requests.filter(isList)).toHaveLength(4);

    await page.getByRole('button', { name: 'Open Rack 2', exact: true }).click();
    await until('what is inside is shown', async () => (await shown(page)).length === 86);
    expect(requests.filter(isList)).toHaveLength(5);
  });
});

describe('a table in groups', () => {
  const heads = (page: Page) => page.getByRole('rowheader').allTextContents();

  it('folds them by clicks and by keys, and asks for no rows of what is folded', async () => {
    const { page, client, path, address } = await openWorkshop(app, ['projects']);
    const tasks = (priority: string, count: number) =>
      Array.from({ length: count }, (_, at) => ({
        op: 'create',
        fields: { title: `${priority} ${at + 1}`, priority },
      }));
    const operations = [...tasks('high', 350), ...tasks('low', 2)];
    expect((await client.post(`${path('projects:task')}/batch`, { operations })).status).toBe(200);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(`${address('projects:task')}?sort=title&group=priority`);
    const high = page.getByRole('rowheader', { name: 'High 350' });
    await high.getByRole('button').click();
    await page.getByRole('link', { name: 'low 2', exact: true }).waitFor();
    expect(await heads(page)).toEqual(['High 350', 'Low 2']);
    expect(await page.getByRole('link', { name: /^high/ }).count()).toBe(0);
    // The first page, and the one that the group begins in.
    expect(requests.filter((url) => url === path('projects:task'))).toHaveLength(2);
    expect(requests.filter((url) => url.endsWith('/aggregate'))).toHaveLength(1);
    expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe('5');
    expect(await axeViolations(page)).toEqual([]);

    await until('the grid has the focus', () =>
      page.getByRole('grid').evaluate((grid) => grid === document.activeElement),
    );
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'low 2', exact: true }).waitFor({ state: 'detached' });
    const active = () => page.getByRole('grid').getAttribute('aria-activedescendant');
    await until('the head is active', async () => (await active())?.endsWith('350-head') === true);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    await page.getByRole('link', { name: 'high 1', exact: true }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('x');
    await page.getByRole('row', { name: 'Select high 1', selected: true }).waitFor();
  });

  it('of times are days, weeks or months; the choice is in the address and in a view', async () => {
    const { page, create, address } = await openWorkshop(app, ['projects']);
    for (const [title, due] of Object.entries({ Oil: '03-02', Sweep: '03-09', Sharpen: '04-01' }))
      await create('projects:task', { title, due_at: `2026-${due}T09:00:00Z` });
    await create('projects:task', { title: 'Rest' });
    await page.goto(`${address('projects:task')}?sort=due_at`);
    await settled(page);
    const group = async (from: string, to: string) => {
      await page.getByRole('button', { name: from, exact: true }).click();
      await page.getByRole('menuitem', { name: to, exact: true }).click();
    };
    await group('Group', 'Due');
    await page.getByRole('rowheader', { name: 'March 2026 2' }).waitFor();
    expect(await heads(page)).toEqual(['No due 1', 'March 2026 2', 'April 2026 1']);
    expect(new URL(page.url()).searchParams.get('group')).toBe('due_at:month');
    await group('By due, month', 'By week');
    await until('there are weeks', async () => (await heads(page)).length === 4);

    await page.getByRole('button', { name: 'View: All' }).click();
    await page.getByRole('menuitem', { name: 'Save as a view…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save as a view' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Weeks');
    await dialog.getByRole('button', { name: 'Save view' }).click();
    await page.getByRole('button', { name: 'View: Weeks' }).waitFor();
    await until('the view alone is in the address', () => !new URL(page.url()).searchParams.has('group'));
    await until('the groups are of the view', async () => (await heads(page)).length === 4);
    await group('By due, week', 'No groups');
    await until('nothing is grouped', async () => (await heads(page)).length === 0);
    await page.getByRole('button', { name: 'Back to the view as it is saved' }).click();
    await until('it is grouped again', async () => (await heads(page)).length === 4);
  });

  it('of yes and no have both', async () => {
    const { page, create, address } = await openWorkshop(app, ['projects']);
    const [first, second] = [
      await create('projects:task', { title: 'First' }),
      await create('projects:task', { title: 'Second' }),
    ];
    await create('projects:dependency', { task: second, needs_task: first });
    await page.goto(`${address('projects:task')}?sort=title&group=blocked`);
    await page.getByRole('rowheader', { name: 'Yes 1' }).waitFor();
    expect((await heads(page)).filter((head) => head.startsWith('Yes'))).toHaveLength(1);
  });
});

describe('a table in groups of tags', () => {
  const heads = (page: Page) => page.getByRole('rowheader').allTextContents();
  const shown = (page: Page) => page.getByRole('grid').getByRole('row').getByRole('link').allTextContents();

  it('has a record under each of its tags, and those without one under a head of their own', async () => {
    const { page, client, path, address } = await openWorkshop(app, ['inventory']);
    const parts = { Bolt: ['steel', 'm3'], Nut: ['m3'], Tape: [] };
    const operations = Object.entries(parts).map(([name, tags]) => ({ op: 'create', fields: { name }, tags }));
    const { body } = await client.post<{ results: readonly { record: { id: string } }[] }>(
      `${path('inventory:part')}/batch`,
      { operations },
    );
    const tape = body.results[2]?.record.id ?? '';
    await page.goto(`${address('inventory:part')}?sort=name`);
    await settled(page);
    await page.getByRole('button', { name: 'Group', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Tags', exact: true }).click();
    await until('all rows are there', async () => (await shown(page)).length === 4);
    expect(await heads(page)).toEqual(['m3 2', 'steel 1', 'No tags 1']);
    expect(await shown(page)).toEqual(['Bolt', 'Nut', 'Bolt', 'Tape']);
    expect(new URL(page.url()).searchParams.get('group')).toBe('tags');
    await page.getByText('3 parts', { exact: true }).waitFor();
    expect(await axeViolations(page)).toEqual([]);

    // A record is selected once, and shown so in each of its groups.
    await page.getByRole('checkbox', { name: 'Select Bolt' }).last().click();
    await page.getByText('1 selected').waitFor();
    expect(await page.getByRole('row', { name: 'Select Bolt', selected: true }).count()).toBe(2);
    await page.getByRole('checkbox', { name: 'Select all parts' }).click();
    await page.getByText('3 selected').waitFor();
    await page.getByRole('grid').press('Escape');

    await page.getByRole('rowheader', { name: 'm3 2' }).getByRole('button').click();
    await until('the group is folded', async () => (await shown(page)).length === 2);
    expect((await client.put(`${path('inventory:part', tape)}/tags/steel`, {})).status).toBeLessThan(300);
    await until('the record is in its new group', async () => (await heads(page)).join() === 'm3 2,steel 2');
    await until('both records are there', async () => (await shown(page)).join() === 'Bolt,Tape');

    await page.goto(`${address('inventory:part')}?group=tags&filter=${encodeURIComponent('"steel" in tags')}`);
    await until('the filter counts', async () => (await heads(page)).join() === 'm3 1,steel 2');
    await page.goto(`${address('inventory:part')}?group=tags&filter=wrong`);
    await page.getByText('The filter cannot be read').waitFor();
  });

  it('groups by several people too', async () => {
    const { page, workspace, create, address } = await openWorkshop(app, ['projects']);
    const other = await workspace.member();
    await create('projects:task', { title: 'Both', assignees: [workspace.owner.id, other.id] });
    await create('projects:task', { title: 'One', assignees: [other.id] });
    await create('projects:task', { title: 'Nobody', assignees: [] });
    await create('projects:task', { title: 'Unset' });
    await page.goto(`${address('projects:task')}?sort=title&group=assignees`);
    await until('all rows are there', async () => (await shown(page)).length === 5);
    expect((await heads(page)).map((head) => /\d+$/.exec(head)?.[0]).sort()).toEqual(['1', '2', '2']);
    expect((await heads(page)).at(-1)).toBe('No assignees 2');
    expect((await shown(page)).slice(-2)).toEqual(['Nobody', 'Unset']);
  });
});

describe('a table in more than 200 groups', () => {
  it('has heads for the first ones, one for all others, and a line about them', async () => {
    const { page, client, path, address } = await openWorkshop(app, ['inventory']);
    const names = Array.from({ length: 205 }, (_, at) => `Maker ${String(at).padStart(3, '0')}`);
    const made = names.map((name) => ({ op: 'create', fields: { name } }));
    const { body } = await client.post<{ results: readonly { record: { id: string } }[] }>(
      `${path('inventory:category')}/batch`,
      { operations: made },
    );
    const operations = body.results.flatMap(({ record }, at) =>
      [1, 2].map((number) => ({ op: 'create', fields: { name: `Part ${at} ${number}`, category: record.id } })),
    );
    expect((await client.post(`${path('inventory:part')}/batch`, { operations })).status).toBe(200);
    await page.goto(`${address('inventory:part')}?sort=name&group=category`);
    await page
      .getByText('The first 200 of 205 values of category are shown as groups. A filter shows others.')
      .waitFor();
    await page.getByRole('rowheader').first().waitFor();
    const first = await page.getByRole('rowheader').first().textContent();
    expect(first).toMatch(/^Maker \d+ 2$/);
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+End');
    await page.getByRole('rowheader', { name: 'Other values 10' }).waitFor();
    expect(await page.getByRole('grid').getAttribute('aria-rowcount')).toBe(String(410 + 201 + 1));

    await page.getByRole('rowheader', { name: 'Other values 10' }).getByRole('button').click();
    await until('they are folded', async () => (await page.getByRole('grid').getAttribute('aria-rowcount')) === '602');
    expect(await axeViolations(page)).toEqual([]);
  });
});

describe('a filter that cannot be read', () => {
  it.each(['table', 'gallery', 'tree', 'board', 'calendar'])('is pointed at in the toolbar of a %s', async (layout) => {
    const { page, create, address } = await openWorkshop(app, ['spaces', 'projects']);
    await create('spaces:location', { name: 'Hall', type: 'room' });
    await create('projects:task', { title: 'Sweep', due_at: new Date().toISOString() });
    const kind = ['board', 'calendar'].includes(layout) ? 'projects:task' : 'spaces:location';
    await page.goto(`${address(kind)}?layout=${layout}&filter=${encodeURIComponent('has(code) || name = "Hall"')}`);
    const fault = page.getByRole('alert');
    await fault.waitFor();
    expect(await fault.textContent()).toMatch(/=|name/);
    expect(await fault.locator('xpath=..').locator('code mark').textContent()).toBe('=');
    await page.getByText('The filter cannot be read').waitFor();
    // The toolbar is drawn again when it knows its width.
    await until('it is pointed at once', async () => (await page.getByRole('alert').count()) === 1);
    expect(await axeViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Clear the filter' }).click();
    await page.getByRole('link', { name: kind === 'projects:task' ? 'Sweep' : 'Hall' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});

describe('the toolbar of a list', () => {
  it('moves what there is no room for to More, and does not wrap', async () => {
    const { page, create, address } = await openWorkshop(app, ['inventory']);
    await create('inventory:part', { name: 'Bolt' });
    await page.goto(address('inventory:part'));
    await settled(page);
    const bar = page.getByRole('group', { name: 'List' });
    const height = async () => (await bar.boundingBox())?.height;
    const oneRow = await height();
    const more = page.getByRole('button', { name: 'More tools' });
    expect(await more.count()).toBe(0);
    await page.getByRole('grid').focus();
    await page.keyboard.press(' ');
    await more.waitFor();
    expect(await height()).toBe(oneRow);
    expect(await bar.getByRole('button', { name: 'Columns' }).count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    await more.click();
    await page.getByRole('dialog', { name: 'More tools' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('dialog', { name: 'More tools' }).getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('dialog', { name: 'Columns' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page
      .getByRole('dialog', { name: 'Columns' })
      .getByRole('checkbox', { name: 'Part number', exact: true })
      .uncheck();
    await page.getByRole('columnheader', { name: 'Part number', exact: true }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await bar.getByRole('button', { name: 'Columns' }).waitFor();
    expect(await more.count()).toBe(0);
  });
});

describe('the toolbar of a list on a phone', () => {
  it('is one row: a menu of layouts, and the tools in another', async () => {
    const { create, address, phone } = await openWorkshop(app, ['spaces']);
    await create('spaces:location', { name: 'Hall', type: 'room' });
    const page = await phone();
    await page.goto(address('spaces:location'));
    await settled(page);
    const bar = page.getByRole('group', { name: 'List' });
    const filter = await bar.getByRole('textbox', { name: 'Filter' }).boundingBox();
    expect((await bar.boundingBox())?.height).toBeLessThan(2 * (filter?.height ?? 0));
    expect(filter?.width).toBeGreaterThanOrEqual(96);
    expect(await sidewaysParts(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);

    await bar.getByRole('button', { name: 'Layout: Table' }).click();
    await page.getByRole('menuitem', { name: 'Tree' }).click();
    await page.getByRole('treegrid').waitFor();
    await bar.getByRole('button', { name: 'Layout: Tree' }).waitFor();
    expect(new URL(page.url()).searchParams.get('layout')).toBe('tree');
    await bar.getByRole('button', { name: 'More tools' }).click();
    await page.getByRole('dialog', { name: 'More tools' }).getByRole('button', { name: 'Close all' }).waitFor();
  });
});

describe('a gallery', () => {
  it('shows the drawings of records without a picture, all of one height', async () => {
    const { page, client, workspace, create, address } = await openWorkshop(app, ['spaces']);
    const rack = { name: 'Rack', x_mm: 100, y_mm: 100, w_mm: 900, d_mm: 400, h_mm: 1_800, face: { shelves: [] } };
    const document = {
      ...{ format: 'service-floorplan/1', site: { name: 'Works' } },
      rooms: [{ name: 'Hall', level: 'Ground', w_mm: 9_000, d_mm: 6_000, containers: [rack] }],
    };
    const input = { record: null, input: { document } };
    expect((await client.post(`${workspace.path}/modules/spaces/actions/import_plan`, input)).status).toBe(200);
    await create('spaces:location', { name: 'Van', type: 'site' });
    await page.goto(`${address('spaces:location')}?layout=gallery&fields=code`);
    await settled(page);
    const pictures = page.getByRole('listitem').locator('img');
    await until('the drawings are there', async () => (await pictures.count()) === 4);
    const drawn = () =>
      pictures.evaluateAll((all) => all.every((image) => (image as HTMLImageElement).naturalWidth > 0));
    await until('they are drawn', drawn);
    const heights = await pictures.evaluateAll((all) => all.map((image) => image.getBoundingClientRect().height));
    expect(new Set(heights)).toEqual(new Set([140]));

    await page.goto(address('spaces:plan'));
    await page.getByRole('radio', { name: 'Gallery' }).check();
    await page.getByRole('listitem').locator('img').waitFor();
  });
});

describe('a calendar on a phone', () => {
  it('has small pictures beside the words of a gallery, also where there is none', async () => {
    const { create, open, phone } = await openWorkshop(app, ['inventory']);
    await create('inventory:part', { name: 'Bolt' });
    const page = await phone();
    await open('inventory:part', undefined, page);
    await page.goto(`${page.url()}?layout=gallery`);
    const card = page.getByRole('listitem').filter({ hasText: 'Bolt' });
    const [box, title] = await Promise.all([
      card.boundingBox(),
      card.getByRole('link', { name: 'Bolt' }).boundingBox(),
    ]);
    expect(box?.height).toBeLessThan(140);
    expect((title?.x ?? 0) - (box?.x ?? 0)).toBeGreaterThan(96);
    expect(await axeViolations(page)).toEqual([]);
  });

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

describe('a board whose filter cannot be read', () => {
  it.each(['', '&lanes=project'])('draws its alert once, and nothing else for a moment before%s', async (more) => {
    const { page, address, create } = await openWorkshop(app, ['projects']);
    await create('projects:task', { title: 'Sharpen the saw' });
    await page.addInitScript(() => {
      const drawn: string[] = [];
      Object.assign(globalThis, { drawn });
      const note = (element: Element) => {
        for (const alert of [element, ...element.querySelectorAll('*')])
          if (alert.getAttribute('role') === 'alert') drawn.push(alert.textContent);
      };
      new MutationObserver((mutations) => {
        for (const { addedNodes } of mutations) for (const node of addedNodes) if (node instanceof Element) note(node);
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(`${address('projects:task')}?layout=board&filter=${encodeURIComponent('status ==')}${more}`);
    await page.getByText('The filter cannot be read').waitFor();
    await settled(page);
    const drawn = await page.evaluate(() => (globalThis as unknown as { drawn: readonly string[] }).drawn);
    expect(drawn).toHaveLength(1);
  });
});
