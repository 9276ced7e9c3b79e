import type { Page } from '@cubit/web-testing';
import { duration, type Reading } from '../report/results.js';
import { listAddress, openParts, openProfile, quantileOf, type WebBench } from './web-bench.js';

const KEYS = 100;
const CHANGES = 40;
/** Browsers report no event below it. */
const SHORTEST_MS = 16;

/** Keys in the grid and in a form, and changes by somebody else. */
export async function measureWork(bench: WebBench): Promise<readonly Reading[]> {
  bench.onProgress('keys and changes by others');
  const { page, context } = await openProfile(bench);
  const events = [...(await keysInGrid(bench, page)), ...(await typingInForm(bench, page))];
  const changes = await changesByOthers(bench, page);
  await context.close();
  return [
    duration({ id: 'events', title: 'duration of events: p98', value: quantileOf(events, 0.98), bar: 100 }),
    duration({
      id: 'change',
      title: 'change by somebody else on screen, after its answer: p95',
      value: quantileOf(changes, 0.95),
      bar: 150,
    }),
  ];
}

async function keysInGrid(bench: WebBench, page: Page): Promise<readonly number[]> {
  await openParts(bench, page);
  await page.getByRole('grid').focus();
  const read = await watchEvents(page);
  for (let key = 0; key < KEYS; key += 1) await page.keyboard.press('ArrowDown');
  return read();
}

async function typingInForm(bench: WebBench, page: Page): Promise<readonly number[]> {
  await page.goto(`${listAddress(bench)}?new=1`);
  await page.getByRole('dialog').getByRole('textbox').first().focus();
  const read = await watchEvents(page);
  await page.keyboard.type('Resistor 10k '.repeat(KEYS).slice(0, KEYS));
  return read();
}

/** Returns what reads the duration of each key since; shorter ones count as the shortest that is reported. */
async function watchEvents(page: Page): Promise<() => Promise<readonly number[]>> {
  const watched = await page.evaluateHandle((shortest) => {
    const longest = new Map<number, number>();
    const take = (entries: PerformanceEntryList) => {
      for (const { interactionId, duration: ms } of entries as readonly unknown[] as readonly PerformanceEventTiming[])
        if (interactionId > 0) longest.set(interactionId, Math.max(ms, longest.get(interactionId) ?? 0));
    };
    const observer = new PerformanceObserver((list) => take(list.getEntries()));
    // The types of the DOM do not know the threshold.
    const options: PerformanceObserverInit & { readonly durationThreshold: number } = {
      type: 'event',
      durationThreshold: shortest,
    };
    observer.observe(options);
    return { longest, take, observer };
  }, SHORTEST_MS);
  return async () => {
    const durations = await watched.evaluate(async ({ longest, take, observer }) => {
      // Entries are made after the frame that shows what an event changed.
      for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
      take(observer.takeRecords());
      observer.disconnect();
      return [...longest.values()];
    });
    const unreported = Array.from({ length: Math.max(0, KEYS - durations.length) }, () => SHORTEST_MS);
    return [...durations, ...unreported];
  };
}

/** From the answer that somebody else gets to the frame in which the list shows the change. */
async function changesByOthers(bench: WebBench, page: Page): Promise<readonly number[]> {
  const { api, data } = bench;
  await openParts(bench, page);
  const link = await page.locator('[role="gridcell"] a[href*="/part/"]').first().getAttribute('href');
  const record = `${data.workspacePath}/modules/inventory/records/part/${link?.split('/').at(-1)?.split('?')[0] ?? ''}`;
  const times: number[] = [];
  for (let change = 0; change < CHANGES; change += 1) {
    const name = `Changed ${change}`;
    const shown = page.evaluate(shownAt, name);
    await api.patch(record, { fields: { name } });
    const answeredAt = Date.now();
    times.push(Math.max(0, (await shown) - answeredAt));
  }
  return times;
}

/** In the page: when a link of the grid has the text, by the clock of the machine. */
async function shownAt(text: string): Promise<number> {
  const isShown = () =>
    [...document.querySelectorAll('[role="gridcell"] a')].some(({ textContent }) => textContent === text);
  while (!isShown()) await new Promise((resolve) => requestAnimationFrame(resolve));
  return Date.now();
}
