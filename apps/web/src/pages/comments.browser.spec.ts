import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type App, axeViolations, settled, startApp } from '@cubit/web-testing';

describe('the panels of a task', () => {
  let app: App;
  let workspace: Awaited<ReturnType<App['server']['workspace']>>;

  beforeAll(async () => {
    app = await startApp();
    workspace = await app.server.workspace();
  });

  afterAll(() => app.close());

  const owner = () => app.server.as(workspace.owner);
  const make = async (path: string, fields: object) => {
    const { status, body } = await owner().post<{ readonly id: string }>(`${workspace.path}/modules/${path}`, {
      fields,
    });
    expect(status).toBe(201);
    return body.id;
  };
  const run = async (path: string, record: object, input: object) =>
    expect((await owner().post(`${workspace.path}/modules/${path}`, { record, input })).status).toBe(200);

  it('show comments on it, take a new one, and lead to all of them', async () => {
    const task = { kind: 'projects:task', id: await make('projects/records/task', { title: 'Lay the felt' }) };
    const other = { kind: 'projects:task', id: await make('projects/records/task', { title: 'Cut the felt' }) };
    await run('projects/actions/comment', task, { body: 'The felt is out of stock.' });
    await run('projects/actions/comment', other, { body: 'Not about this one.' });
    const page = await app.page({ as: workspace.owner });
    await page.goto(`/w/${workspace.slug}/modules/projects/records/task/${task.id}`);
    const panel = page.getByRole('table', { name: 'Comments' });
    await panel.getByText('The felt is out of stock.').waitFor();
    expect(await panel.getByText('Not about this one.').count()).toBe(0);

    await page.getByRole('button', { name: 'New comment' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Comment' }).fill('Bitumen will do.');
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Create comment' }).click();
    await panel.getByText('Bitumen will do.').waitFor();
    const { body } = await owner().get<{ data: readonly { fields: { on: object } }[] }>(
      `${workspace.path}/modules/projects/records/comment?${new URLSearchParams({ filter: 'body == "Bitumen will do."' })}`,
    );
    expect(body.data.map(({ fields }) => fields.on)).toEqual([task]);
  });

  it('lead to all records where more refer to it than a panel shows', async () => {
    const project = { kind: 'projects:project', id: await make('projects/records/project', { name: 'Shed' }) };
    for (let count = 1; count <= 9; count += 1)
      await run('projects/actions/comment', project, { body: `Remark ${count}` });
    const page = await app.page({ as: workspace.owner });
    await page.goto(`/w/${workspace.slug}/modules/projects/records/project/${project.id}`);
    await page.getByRole('link', { name: 'All 9 comments' }).click();
    await page.locator('[role="grid"][aria-rowcount="10"]').waitFor();
  });

  it('show what stock is reserved for it, by a field whose name is a word of the language', async () => {
    const id = await make('projects/records/task', { title: 'Paint the shed' });
    const part = await make('inventory/records/part', { name: 'Green paint' });
    await make('inventory/records/stock_item', { part, qty: 5 });
    await run(
      'inventory/actions/reserve',
      { kind: 'inventory:part', id: part },
      { for: { kind: 'projects:task', id }, qty: 2 },
    );
    const page = await app.page({ as: workspace.owner });
    await page.goto(`/w/${workspace.slug}/modules/projects/records/task/${id}`);
    await page.getByRole('table', { name: 'Reserved stock' }).getByRole('link', { name: 'Green paint' }).waitFor();
    await settled(page);
    expect(await page.getByRole('alert').count()).toBe(0);
  });
});
