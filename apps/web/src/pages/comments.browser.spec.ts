import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type App, axeViolations, openWorkshop, settled, startApp } from '@cubit/web-testing';

describe('the panels of a task', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp();
  });

  afterAll(() => app.close());

  it('show comments on it, take a new one, and lead to all of them', async () => {
    const { create, run, page, open, client, path } = await openWorkshop(app);
    const task = { kind: 'projects:task', id: await create('projects:task', { title: 'Lay the felt' }) };
    const other = { kind: 'projects:task', id: await create('projects:task', { title: 'Cut the felt' }) };
    await run('projects:comment', task, { body: 'The felt is out of stock.' });
    await run('projects:comment', other, { body: 'Not about this one.' });
    await open('projects:task', task.id);
    const panel = page.getByRole('table', { name: 'Comments' });
    await panel.getByText('The felt is out of stock.').waitFor();
    expect(await panel.getByText('Not about this one.').count()).toBe(0);

    await page.getByRole('button', { name: 'New comment' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Comment' }).fill('Bitumen will do.');
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create comment' }).click();
    await panel.getByText('Bitumen will do.').waitFor();
    const { body } = await client.get<{ data: readonly { fields: { on: object } }[] }>(
      `${path('projects:comment')}?${new URLSearchParams({ filter: 'body == "Bitumen will do."' })}`,
    );
    expect(body.data.map(({ fields }) => fields.on)).toEqual([task]);
  });

  it('lead to all records where more refer to it than a panel shows', async () => {
    const { create, run, page, open } = await openWorkshop(app);
    const project = { kind: 'projects:project', id: await create('projects:project', { name: 'Shed' }) };
    for (let count = 1; count <= 9; count += 1) await run('projects:comment', project, { body: `Remark ${count}` });
    await open('projects:project', project.id);
    await page.getByRole('link', { name: 'All 9 comments' }).click();
    await page.locator('[role="grid"][aria-rowcount="10"]').waitFor();
  });

  it('show what stock is reserved for it, by a field whose name is a word of the language', async () => {
    const { create, run, page, open } = await openWorkshop(app);
    const id = await create('projects:task', { title: 'Paint the shed' });
    const part = await create('inventory:part', { name: 'Green paint' });
    await create('inventory:stock_item', { part, qty: 5 });
    await run(
      'inventory:reserve',
      { kind: 'inventory:part', id: part },
      { for: { kind: 'projects:task', id }, qty: 2 },
    );
    await open('projects:task', id);
    await page.getByRole('table', { name: 'Reserved stock' }).getByRole('link', { name: 'Green paint' }).waitFor();
    await settled(page);
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});
