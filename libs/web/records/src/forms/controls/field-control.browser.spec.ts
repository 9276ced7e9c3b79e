import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@cubit/testing';
import { type App, axeViolations, holdAnswers, settled, startApp } from '@cubit/web-testing';
import type { Locator, Page } from 'playwright-core';

let app: App;

beforeAll(async () => {
  app = await startApp();
});

afterAll(() => app.close());

const FIELDS = [
  { name: 'note', type: 'text', title: 'Note' },
  { name: 'story', type: 'long_text', title: 'Story' },
  { name: 'weight', type: 'number', title: 'Weight', unit: 'kg' },
  { name: 'boxes', type: 'integer', title: 'Boxes', help: 'Full ones alone.' },
  { name: 'checked', type: 'boolean', title: 'Checked' },
  { name: 'best_before', type: 'date', title: 'Best before' },
  { name: 'grade', type: 'select', title: 'Grade', options: ['low', 'high'] },
  { name: 'flags', type: 'multi_select', title: 'Flags', options: ['red', 'blue'] },
  { name: 'page', type: 'url', title: 'Page' },
  { name: 'spare', type: 'record', title: 'Spare', target_kind: 'inventory:part', on_delete: 'clear' },
  { name: 'price', type: 'money', title: 'Price' },
];
const NAMES = FIELDS.map(({ name }) => name).join(',');

interface Part {
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
}

/** A workspace with the parts Bolt and Nut, which have a custom field of each type, and their list. */
async function workshop() {
  const workspace = await app.server.workspace({ modules: ['inventory', 'purchases'] });
  const client = app.server.as(workspace.owner);
  for (const field of FIELDS) {
    const answer = await client.post(`${workspace.path}/field-definitions`, { kind: 'inventory:part', ...field });
    expect(answer.status).toBe(201);
  }
  const parts = `${workspace.path}/modules/inventory/records/part`;
  const operations = ['Bolt', 'Nut'].map((name) => ({ op: 'create', fields: { name } }));
  expect((await client.post(`${parts}/batch`, { operations })).status).toBe(200);
  const read = async () => (await client.get<{ readonly data: readonly Part[] }>(`${parts}?sort=name`)).body.data;
  const page = await app.page({ as: workspace.owner, width: 2_400 });
  const list = `/w/${workspace.slug}/modules/inventory/records/part`;
  const openList = async (fields: string) => {
    await page.goto(`${list}?sort=name&fields=${fields}`);
    await page.getByRole('link', { name: 'Bolt' }).waitFor();
    await settled(page);
  };
  return { page, workspace, client, read, openList };
}

/** The checkbox and the title. */
const BEFORE_FIELDS = 2;

/** Opens the editor of a cell of the first row. */
async function editCell(page: Page, column: number): Promise<Locator> {
  const cell = page
    .getByRole('row')
    .filter({ hasText: 'Bolt' })
    .getByRole('gridcell')
    .nth(column + BEFORE_FIELDS);
  await cell.dblclick();
  return cell;
}

describe('a cell of a list', () => {
  it('edits values of each type that fits in one line', async () => {
    const { page, read, openList } = await workshop();
    await openList(`${NAMES},tags`);
    const at = (name: string) => [...FIELDS.map((field) => field.name), 'tags'].indexOf(name);
    const first = async () => (await read())[0];
    const saved = (name: string, value: unknown) =>
      until(`${name} is saved`, async () => JSON.stringify((await first())?.fields[name]) === JSON.stringify(value));

    for (const [name, role, value, stored] of [
      ['note', 'textbox', 'For the shelf', 'For the shelf'],
      ['story', 'textbox', 'Long ago', 'Long ago'],
      ['weight', 'spinbutton', '1.5', 1.5],
      ['boxes', 'spinbutton', '3', 3],
      ['page', 'textbox', 'https://example.org/', 'https://example.org/'],
      ['price', 'spinbutton', '2.50', { amount: '2.50', currency: 'EUR' }],
    ] as const) {
      const cell = await editCell(page, at(name));
      await cell.getByRole(role).fill(value);
      await page.keyboard.press('Enter');
      await saved(name, stored);
    }
    const date = await editCell(page, at('best_before'));
    await date.getByLabel('Best before').fill('2027-01-31');
    await page.keyboard.press('Enter');
    await saved('best_before', '2027-01-31');

    // A choice is saved at once.
    await (await editCell(page, at('checked'))).getByRole('combobox').selectOption({ label: 'No' });
    await saved('checked', false);
    await (await editCell(page, at('grade'))).getByRole('combobox').selectOption('high');
    await saved('grade', 'high');
    await (await editCell(page, at('spare'))).getByRole('combobox').fill('Nut');
    await page.getByRole('option', { name: 'Nut' }).first().click();
    await saved('spare', (await read())[1]?.id);

    const tags = await editCell(page, at('tags'));
    await tags.getByRole('combobox', { name: 'Tags' }).fill('urgent');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await until('the tag is saved', async () => (await first())?.tags.includes('urgent') === true);

    const flags = await editCell(page, at('flags'));
    expect(await flags.locator('input, select, textarea').count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
  });

  it('empties a value, and keeps a refused one with the reason', async () => {
    const { page, read, client, workspace, openList } = await workshop();
    const [bolt] = await read();
    const path = `${workspace.path}/modules/inventory/records/part/${bolt?.id}`;
    expect((await client.patch(path, { fields: { note: 'Old', grade: 'low' } })).status).toBe(200);
    await openList(`${NAMES},min_stock`);
    const first = async () => (await read())[0]?.fields;
    const note = await editCell(page, 0);
    await note.getByRole('textbox').fill('');
    await page.keyboard.press('Enter');
    await until('the note is empty', async () => ((await first())?.['note'] ?? null) === null);
    const grade = await editCell(page, 6);
    await grade.getByRole('combobox').selectOption({ label: 'None' });
    await until('the grade is empty', async () => ((await first())?.['grade'] ?? null) === null);

    const link = await editCell(page, 8);
    await link.getByRole('textbox').fill('no address');
    await page.keyboard.press('Enter');
    await link.locator('[aria-invalid=true]').waitFor();
    expect(await link.getByRole('textbox').inputValue()).toBe('no address');
    await page.keyboard.press('Escape');
    expect((await first())?.['page'] ?? null).toBeNull();

    // A number has its unit, and its fault in words.
    const minimum = await editCell(page, FIELDS.length);
    await minimum.getByText('pcs', { exact: true }).waitFor();
    await minimum.getByRole('spinbutton').fill('heavy');
    await page.keyboard.press('Enter');
    const described = await minimum.locator('[aria-invalid=true]').getAttribute('aria-describedby');
    expect(await page.locator(`[id="${described}"]`).textContent()).toMatch(/\w/);
  });

  it('stays open when the answer to an earlier one comes, and says what that one was refused for', async () => {
    const { page, openList } = await workshop();
    await openList(NAMES);
    const isSave = (request: { method(): string }) => request.method() === 'PATCH';
    const edits = [
      { column: 0, value: 'New', said: 'Note of “Bolt” changed' },
      { column: 8, value: 'no address', said: 'Page: must be an absolute URL.' },
    ];
    for (const { column, value, said } of edits) {
      const saves = await holdAnswers(page, isSave);
      const earlier = await editCell(page, column);
      await earlier.getByRole('textbox').fill(value);
      await page.keyboard.press('Enter');
      await saves.answered;
      const weight = await editCell(page, 2);
      await weight.getByRole('spinbutton').fill('2');
      saves.release();
      await page.getByText(said).waitFor();
      expect(await weight.getByRole('spinbutton').inputValue()).toBe('2');
      await page.keyboard.press('Escape');
    }
  });
});

describe('many records at once', () => {
  const select = async (page: Page) => {
    for (const name of ['Bolt', 'Nut']) await page.getByRole('checkbox', { name: `Select ${name}` }).click();
    return page.getByRole('region', { name: 'Selection' });
  };

  it('get the input of an action from the form of a single one, with faults at its fields', async () => {
    const { page, openList } = await workshop();
    await openList('boxes');
    const bar = await select(page);
    await bar.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Put on the shopping list' }).click();
    const dialog = page.getByRole('dialog', { name: 'Put on the shopping list: 2 parts' });
    const run = dialog.getByRole('button', { name: 'Put on the shopping list' });
    const qty = dialog.getByRole('spinbutton', { name: 'Quantity' });
    await qty.fill('0');
    await run.click();
    await dialog.getByText('Must be more than 0.').waitFor();
    expect(await qty.getAttribute('aria-invalid')).toBe('true');
    expect(await axeViolations(page)).toEqual([]);

    await qty.fill('4');
    let isRefused = true;
    await page.route('**/actions/add_to_request', (route) =>
      isRefused
        ? route.fulfill({
            status: 422,
            json: {
              error: {
                code: 'validation_failed',
                message: 'The request is invalid.',
                details: [{ path: '/input/qty', code: 'invalid', message: 'Is more than fits.' }],
              },
            },
          })
        : route.fallback(),
    );
    await run.click();
    await dialog.getByText('Is more than fits.').waitFor();
    expect(await qty.inputValue()).toBe('4');
    isRefused = false;
    await run.click();
    await page.getByText('Put 2 parts on the shopping list').waitFor();
    await dialog.waitFor({ state: 'detached' });
  });

  it('get a value from the control of its field, with its fault', async () => {
    const { page, read, openList } = await workshop();
    await openList('weight');
    const bar = await select(page);
    await bar.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit 2 parts' });
    await dialog.getByRole('combobox', { name: 'Field' }).selectOption({ label: 'Weight' });
    await dialog.getByRole('spinbutton', { name: 'Weight' }).fill('heavy');
    await page.keyboard.press('Enter');
    await dialog.getByText('Must be a number.').waitFor();
    await dialog.getByRole('spinbutton', { name: 'Weight' }).fill('2.5');
    await page.keyboard.press('Enter');
    await page.getByText('2 parts changed').waitFor();
    expect((await read()).map(({ fields }) => fields['weight'])).toEqual([2.5, 2.5]);
  });
});

describe('a form of a record', () => {
  it('has descriptions behind buttons that are no stops of Tab, and F1 shows them too', async () => {
    const { page, workspace } = await workshop();
    await page.goto(`/w/${workspace.slug}/modules/inventory/records/part?new=1`);
    const dialog = page.getByRole('dialog', { name: 'New part' });
    const boxes = dialog.getByRole('spinbutton', { name: 'Boxes' });
    const words = dialog.getByText('Full ones alone.');
    const isShown = () => words.evaluate((element) => element.getBoundingClientRect().height > 1);
    expect(await boxes.getAttribute('aria-describedby')).toBe(await words.getAttribute('id'));
    expect(await isShown()).toBe(false);

    await dialog.getByRole('spinbutton', { name: 'Weight' }).focus();
    await page.keyboard.press('Tab');
    expect(await boxes.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('F1');
    expect(await isShown()).toBe(true);
    const about = dialog.locator('[data-drive="field:boxes"]').getByRole('button', { name: 'About this field' });
    await about.click();
    expect(await isShown()).toBe(false);
    expect(await axeViolations(page)).toEqual([]);
  });
});

describe('a filter', () => {
  it('asks for a value as the type of the field does', async () => {
    const { page, openList } = await workshop();
    await openList('boxes,checked,grade');
    const condition = async (field: string, fill: (form: Locator) => Promise<unknown>) => {
      await page.getByRole('button', { name: 'Add filter' }).click();
      const form = page.getByRole('dialog', { name: 'Add a filter' });
      await form.getByRole('combobox', { name: 'Field' }).selectOption({ label: field });
      await fill(form);
    };
    const filter = () => new URL(page.url()).searchParams.get('filter');
    await condition('Boxes', async (form) => {
      await form.getByRole('combobox', { name: 'Condition' }).selectOption('above');
      await form.getByLabel('Value').fill('3');
      // Enter applies.
      await page.keyboard.press('Enter');
    });
    await until('the filter is applied', () => filter() === 'boxes > 3');
    await condition('Checked', async (form) => {
      await form.getByRole('combobox', { name: 'Value' }).selectOption({ label: 'Yes' });
      await form.getByRole('button', { name: 'Apply' }).click();
    });
    await until('both conditions are applied', () => filter() === 'boxes > 3 && checked == true');
    await condition('Grade', async (form) => {
      await form.getByRole('combobox', { name: 'Value' }).selectOption('low');
      await form.getByRole('button', { name: 'Apply' }).click();
    });
    await until('all conditions are applied', () => filter()?.endsWith('grade == "low"'));
  });
});

describe('the form of a new field', () => {
  it('shows an input of each type, which can be tried', async () => {
    const { page, workspace, read } = await workshop();
    await page.goto(`/w/${workspace.slug}/settings/fields`);
    await page.getByRole('button', { name: 'Add field' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Kind' }).selectOption('inventory:part');
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Trial');
    const preview = dialog.getByRole('region', { name: 'Preview' });
    const type = dialog.getByRole('combobox', { name: 'Type' });
    for (const [name, role] of [
      ['text', 'textbox'],
      ['long_text', 'textbox'],
      ['number', 'spinbutton'],
      ['integer', 'spinbutton'],
      ['url', 'textbox'],
      ['email', 'textbox'],
      ['money', 'spinbutton'],
      ['record', 'combobox'],
    ] as const) {
      await type.selectOption(name);
      await preview.getByRole(role, { name: 'Trial' }).fill('12');
      expect(await preview.getByRole(role, { name: 'Trial' }).inputValue()).toBe('12');
    }
    await type.selectOption('boolean');
    await preview.getByRole('checkbox', { name: 'Trial' }).check();
    await type.selectOption('select');
    await dialog.getByRole('combobox', { name: 'Options' }).fill('low');
    await page.keyboard.press('Enter');
    await preview.getByRole('radio', { name: 'low', exact: false }).check();
    await type.selectOption('date');
    await preview.getByLabel('Trial').fill('2027-01-31');
    await type.selectOption('file');
    await preview.locator('input[type=file]').waitFor({ state: 'attached' });
    expect(await read()).toHaveLength(2);
  });
});
