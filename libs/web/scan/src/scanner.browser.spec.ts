import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TestWorkspace } from '@cubit/testing';
import { type App, axeViolations, settled, startApp } from '@cubit/web-testing';
import type { Page } from 'playwright-core';

/** The Data Matrix of a distributor, as keys. */
const LABEL = [
  ...['[', ')', '>', 'Control+^', '0', '6', 'Control+]', ...'1PRC0603FR-0710KL', 'Control+]', ...'Q500'],
  ...['Control+]', ...'1TL-77', 'Control+^', 'Control+d'],
];
/** As slow as scanners are. */
const GAP_MS = 100;

let app: App;
let workspace: TestWorkspace;
let part: string;
let link: string;
let page: Page;

beforeAll(async () => {
  app = await startApp();
  workspace = await app.server.workspace();
  const client = app.server.as(workspace.owner);
  const inventory = `${workspace.path}/modules/inventory`;
  const add = async (fields: object) =>
    (await client.post<{ id: string }>(`${inventory}/records/part`, { fields })).body.id;
  part = await add({ name: 'Resistor', mpn: 'RC0603FR-0710KL', ipn: 'R-10' });
  await add({ name: 'Washer', ipn: 'W/7' });
  const record = { kind: 'inventory:part', id: part };
  const { body } = await client.post<{ result: { code: string } }>(`${inventory}/actions/print_label`, {
    record,
    input: { qr: 'link' },
  });
  link = `http://old-host.example/cubit/c/${body.result.code}`;
});

afterAll(() => app.close());

const open = async (path: string) => {
  page = await app.page({ as: workspace.owner });
  await page.clock.install();
  await page.goto(`/w/${workspace.slug}${path}`);
  await settled(page);
};
const list = '/modules/inventory/records/part';

/** Real keys, with pauses of the clock that the page sees. */
async function scan(keys: readonly string[], { gap = GAP_MS, end = 'Enter' }: { gap?: number; end?: string } = {}) {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  for (const key of end === '' ? keys : [...keys, end]) {
    await page.keyboard.press(key);
    await page.clock.runFor(gap);
  }
  await page.clock.resume();
}

const record = (name: string) => page.getByRole('region', { name: 'Scanned' }).getByRole('link', { name });
const dialogs = () => page.getByRole('dialog').allTextContents();

describe('a USB scanner on the page Scan', () => {
  beforeEach(() => open('/scan'));

  it('types the link of a label, of whichever host, and runs no shortcut', async () => {
    await scan([...link]);
    await record('Resistor').waitFor();
    expect(await dialogs()).toEqual([]);
    expect(new URL(page.url()).searchParams.get('code')).toBe(link);
  });

  it('types the separators of a distributor as keys: the part opens with quantity and lot', async () => {
    await scan(LABEL);
    await record('Resistor').waitFor();
    await page.getByText('L-77').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Add stock: 500…' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('Lot').waitFor();
    expect(await form.getByLabel('Lot').inputValue()).toBe('L-77');
    expect(await form.getByLabel('Quantity').first().inputValue()).toBe('500');
  });

  it('is not cut by a pause, and short codes are asked for', async () => {
    await scan(['R', '-'], { gap: 500, end: '' });
    await scan(['1', '0'], { gap: 500 });
    await record('Resistor').waitFor();
    await scan([...'W/7'], { end: 'Tab' });
    await record('Washer').waitFor();
    expect(await dialogs()).toEqual([]);
  });

  it('may send nothing behind a code', async () => {
    await scan([...'R-10'], { end: '' });
    await page.clock.runFor(1_000);
    await record('Resistor').waitFor();
    await page.clock.runFor(3_000);
    await scan([...'W/7'], { end: '' });
    await page.clock.runFor(1_000);
    await record('Washer').waitFor();
  });

  it('may type numbers on the keypad', async () => {
    for (const code of ['0087', '047', '55']) {
      await page.keyboard.down('Alt');
      for (const digit of code) await page.keyboard.press(`Numpad${digit}`);
      await page.keyboard.up('Alt');
    }
    await page.keyboard.press('Enter');
    await record('Washer').waitFor();
  });
});

describe('a USB scanner on another page', () => {
  beforeEach(() => open(list));

  it('opens what it read over the page, and no shortcut runs', async () => {
    const before = page.url();
    await scan(LABEL);
    await record('Resistor').waitFor();
    await page.getByText('L-77').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(await axeViolations(page)).toEqual([]);
    await scan([...'W/7'], { end: 'Tab' });
    await record('Washer').waitFor();
    await scan([...link], { gap: 10, end: '' });
    await page.clock.runFor(500);
    await record('Resistor').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(page.url()).toBe(before);
    expect(await page.getByRole('complementary').or(page.getByRole('navigation')).first().isVisible()).toBe(true);
  });

  it('takes back the shortcut that its first key ran', async () => {
    await page.getByRole('grid').focus();
    const active = () => page.getByRole('grid').getAttribute('aria-activedescendant');
    const before = await active();
    await scan([...'j-10']);
    await page.getByText('No record has the code j-10').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await active()).toBe(before);
  });

  it('leaves a field as it was, and a form that is open', async () => {
    await page.getByRole('textbox', { name: 'Filter' }).fill('on_hand < 5');
    await scan([...'R-10'], { gap: 10 });
    await record('Resistor').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.getByRole('textbox', { name: 'Filter' }).inputValue()).toBe('on_hand < 5');
    await page.getByRole('button', { name: 'New part' }).first().click();
    const name = page.getByRole('dialog').getByLabel('Name');
    await name.fill('Half a name');
    await scan([...link], { gap: 10 });
    await record('Resistor').waitFor();
    await page.keyboard.press('Escape');
    await record('Resistor').waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('Half a name');
  });
});

describe('a person', () => {
  beforeEach(() => open(list));

  it('loses no key, however fast', async () => {
    const rows = async () => (await page.getByRole('grid').getAttribute('aria-activedescendant')) ?? '';
    await page.getByRole('grid').focus();
    const first = await rows();
    for (const key of ['j', 'k', 'j']) await page.keyboard.press(key);
    await page.waitForFunction(
      (before) => document.querySelector('[role=grid]')?.getAttribute('aria-activedescendant') !== before,
      first,
    );
    for (const key of ['g', 'h']) await page.keyboard.press(key);
    await page.waitForURL(`**/w/${workspace.slug}`);
  });

  it('types text with Enter into a field, however fast', async () => {
    await page.keyboard.press('f');
    await page.getByRole('textbox', { name: 'Filter' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('name == "Washer"');
    await page.keyboard.press('Enter');
    await page.waitForURL(/filter=/);
    await page.keyboard.press('Escape');
    expect(await dialogs()).toEqual([]);
  });
});
