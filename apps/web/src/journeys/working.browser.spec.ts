import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@cubit/testing';
import { type App, counted, keyboardAlone, openWorkshop, settled, startApp, type Workshop } from '@cubit/web-testing';
import type { Page } from 'playwright-core';

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const named = (name: string) => ({ name, exact: true });

describe('journey 6, queueing a print', () => {
  const BUDGET = 2;

  /** At the page of a file. */
  const atFile = async () => {
    const workshop = await openWorkshop(app, ['inventory', 'digifab']);
    const file = await workshop.create('digifab:file', { name: 'Bracket', format: 'gcode' });
    await workshop.open('digifab:file', file);
    return workshop;
  };

  const queued = async (workshop: Workshop) => {
    await workshop.page.getByText('Queued “Bracket”').waitFor();
    expect(await workshop.read('digifab:job')).toMatchObject([{ title: 'Bracket', fields: { status: 'queued' } }]);
  };

  it('takes two clicks from the file', async () => {
    const workshop = await atFile();
    const { page } = workshop;
    const { click, count } = counted(page);
    await click(page.getByRole('main').getByRole('button', named('Queue job')));
    await click(page.getByRole('dialog').getByRole('button', named('Queue job')));
    await queued(workshop);
    expect(count()).toBeLessThanOrEqual(BUDGET);
  });

  it('takes the keyboard alone', async () => {
    const workshop = await atFile();
    const { page } = workshop;
    const { press, kept } = keyboardAlone(page);
    await press('q');
    await page.getByRole('dialog').getByRole('button', named('Queue job')).waitFor();
    await press('Control+Enter');
    await queued(workshop);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await kept();
  });
});

describe('journey 7, moving a task on the board', () => {
  const BUDGET = 2;

  /** At the board. */
  const atBoard = async (phone = false) => {
    const workshop = await openWorkshop(app, ['projects']);
    for (const title of ['Oil the lathe', 'Sharpen the saw'])
      await workshop.create('projects:task', { title, status: 'todo' });
    const page = phone ? await workshop.phone() : workshop.page;
    await page.goto(`${workshop.address('projects:task')}?layout=board&group=status`);
    await page.getByRole('link', named('Sharpen the saw')).waitFor();
    await settled(page);
    return { ...workshop, page };
  };

  const lane = (page: Page, name: string) => page.getByRole('region', named(name));
  const card = (page: Page, column: string) => lane(page, column).getByRole('link', named('Sharpen the saw'));

  const moved = async (workshop: Workshop) => {
    await card(workshop.page, 'In progress').waitFor();
    await workshop.page.getByText('“Sharpen the saw” moved to In progress').waitFor();
    expect((await workshop.read('projects:task')).map(({ fields }) => fields['status'])).toEqual([
      'todo',
      'in_progress',
    ]);
  };

  it('takes one drag', async () => {
    const workshop = await atBoard();
    const { page } = workshop;
    await page.getByRole('article').filter({ hasText: 'Sharpen the saw' }).dragTo(lane(page, 'In progress'));
    await moved(workshop);
  });

  it('takes two keys on a card, without a mouse, and the focus goes with it', async () => {
    const workshop = await atBoard();
    const { page } = workshop;
    await keyboardAlone(page).reach(card(page, 'To do'));
    const { press: send, count } = counted(page);
    const { press } = keyboardAlone(page, send);
    await press('m');
    await page.getByRole('menu').waitFor();
    await press('i');
    await moved(workshop);
    await until('the card has the focus', () =>
      card(page, 'In progress').evaluate((element) => element === document.activeElement),
    );
    expect(count()).toBeLessThanOrEqual(BUDGET);
  });

  it('takes two taps on a phone', async () => {
    const workshop = await atBoard(true);
    const { page } = workshop;
    const { tap, count } = counted(page);
    await tap(page.getByRole('button', named('Move Sharpen the saw')));
    await tap(page.getByRole('menuitem', { name: /^In progress/ }));
    await moved(workshop);
    expect(count()).toBeLessThanOrEqual(BUDGET);
  });
});

describe('journey 11, changing many at once', () => {
  const BUDGET = 5;

  /** Three parts of which there are too few, and one of which there are enough. */
  const withLow = async () => {
    const workshop = await openWorkshop(app, ['inventory']);
    const { create, page, workspace } = workshop;
    for (const name of ['Bolt', 'Nut', 'Washer']) await create('inventory:part', { name, min_stock: 5 });
    await create('inventory:part', { name: 'Zip tie' });
    await page.goto(`/w/${workspace.slug}`);
    await settled(page);
    return {
      ...workshop,
      minimums: async () => (await workshop.read('inventory:part')).map(({ fields }) => fields['min_stock']),
    };
  };

  const minimum = (page: Page) => page.getByRole('dialog').getByRole('spinbutton', named('Minimum'));

  it('takes five clicks and keys, the undo among them', async () => {
    const { page, minimums } = await withLow();
    const { click, press, count } = counted(page);
    const { type } = keyboardAlone(page);
    await click(page.getByRole('link', named('Low stock')));
    await page.getByRole('grid').getByRole('link', named('Bolt')).waitFor();
    await settled(page);
    await press('Control+a');
    await page.getByText('3 selected').waitFor();
    await click(page.getByRole('region', named('Selection')).getByRole('button', named('Edit')));
    await type(minimum(page), '40');
    await press('Enter');
    await page.getByText('3 parts changed').waitFor();
    expect(await minimums()).toEqual([40, 40, 40, undefined]);
    await press('Control+z');
    await page.getByText('Undone: 3 parts changed').waitFor();
    expect(await minimums()).toEqual([5, 5, 5, undefined]);
    expect(count()).toBeLessThanOrEqual(BUDGET);
  });

  it('takes the keyboard alone', async () => {
    const { page, address, minimums } = await withLow();
    await page.goto(address('inventory:part'));
    await page.getByRole('link', named('Zip tie')).waitFor();
    await settled(page);
    const { press: send, count } = counted(page);
    const { press, type, kept } = keyboardAlone(page, send);
    await press('f');
    await type(page.getByRole('textbox', named('Filter')), 'min_stock < 10');
    await press('Control+Enter');
    await page.locator('[role="grid"][aria-rowcount="4"]:focus').waitFor();
    await page.getByText('3 selected').waitFor();
    await press('e');
    await type(minimum(page), '40');
    await press('Enter');
    await page.getByText('3 parts changed').waitFor();
    expect(await minimums()).toEqual([40, 40, 40, undefined]);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await press('Control+z');
    await page.getByText('Undone: 3 parts changed').waitFor();
    await kept();
    expect(await minimums()).toEqual([5, 5, 5, undefined]);
    expect(count()).toBeLessThanOrEqual(BUDGET);
  });
});

describe('journey 12, why this happened', () => {
  const BUDGET = 2;

  /** A wire has made a task of a part that ran low, for the owner. */
  const byWire = async () => {
    const workshop = await openWorkshop(app, ['inventory', 'projects']);
    const { client, create, run, workspace } = workshop;
    const wire = await client.post(`${workspace.path}/wires`, {
      ...{ name: 'Order what runs low', event: 'inventory.stock.low', action: 'projects:create_task' },
      input: { title: 'Order ${event.payload.partName}', assignees: [workspace.owner.id] },
    });
    expect(wire.status).toBe(201);
    const record = { kind: 'inventory:part', id: await create('inventory:part', { name: 'M3 screw', min_stock: 5 }) };
    await run('inventory:add', record, { qty: 8 });
    await run('inventory:use', record, { qty: 5 });
    const task = await until('the wire has run', async () => {
      const { body } = await client.get<{ data: readonly { id: string }[] }>(workshop.path('projects:task'));
      return body.data[0]?.id;
    });
    return { ...workshop, task };
  };

  const history = (page: Page) =>
    page.getByRole('navigation', named('Parts of this task')).getByRole('link', named('History'));
  const cause = (page: Page) => page.getByRole('region', named('History')).getByRole('link', named('by a wire'));

  /** The run, with the event and the part of it. */
  const explained = async (page: Page) => {
    await page.getByRole('heading', named('Run of Order what runs low')).waitFor();
    const why = page.getByRole('region', named('Why it ran'));
    await why.getByText('Stock low').waitFor();
    await why.getByRole('link', named('M3 screw')).waitFor();
  };

  it('takes two clicks from a record to the run of the wire', async () => {
    const { open, page, task } = await byWire();
    await open('projects:task', task);
    const { click, count } = counted(page);
    await click(history(page));
    await click(cause(page));
    await explained(page);
    expect(count()).toBeLessThanOrEqual(BUDGET);
  });

  it('takes the keyboard alone', async () => {
    const { open, page, task } = await byWire();
    await open('projects:task', task);
    const { press, reach, kept } = keyboardAlone(page);
    await reach(history(page));
    await press('Enter');
    await reach(cause(page));
    await press('Enter');
    await explained(page);
    await kept();
  });

  it('takes two taps on a phone from the bell to who did it, and by what', async () => {
    const workshop = await byWire();
    const page = await workshop.phone();
    await page.goto(`/w/${workshop.workspace.slug}/notifications`);
    const { tap, count } = counted(page);
    await tap(page.getByRole('link', { name: /^Assigned to you: .*Order M3 screw/ }));
    await tap(history(page));
    await cause(page).waitFor();
    expect(count()).toBeLessThanOrEqual(BUDGET);
  });
});
