import type { Page } from '@cubit/web-testing';
import { median } from '../load/median.js';
import { duration, type Reading } from '../report/results.js';
import { type Device, listAddress, openProfile, ROW, type WebBench } from './web-bench.js';

const ROUNDS = 5;

interface Paint {
  readonly first: number;
  readonly rows: number;
}

/** Time to the first paint, and to rows of the list, after the request of the page. */
export async function measurePaint(bench: WebBench): Promise<readonly Reading[]> {
  bench.onProgress('first paint and rows');
  const { empty, warm } = await paints(bench, 'desktop');
  const slowed = await paints(bench, 'slowed phone');
  const first = (of: readonly Paint[]) => median(of.map((paint) => paint.first));
  const rows = (of: readonly Paint[]) => median(of.map((paint) => paint.rows));
  return [
    duration({ id: 'paint', title: 'first paint, empty cache', value: first(empty), bar: 300 }),
    duration({ id: 'rows', title: 'rows on screen, empty cache', value: rows(empty), bar: 1_000 }),
    duration({ id: 'rows-warm', title: 'rows on screen, warm', value: rows(warm), bar: 400 }),
    duration({
      id: 'rows-slowed',
      title: 'rows on screen, slowed 4 times, phone',
      value: rows(slowed.empty),
      bar: 2_500,
    }),
  ];
}

async function paints(bench: WebBench, device: Device) {
  const empty: Paint[] = [];
  const warm: Paint[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { page, context } = await openProfile(bench, device);
    await page.addInitScript(watchRows, ROW);
    empty.push(await paintOf(bench, page));
    warm.push(await paintOf(bench, page));
    await context.close();
  }
  return { empty, warm };
}

async function paintOf(bench: WebBench, page: Page): Promise<Paint> {
  await page.goto(listAddress(bench));
  const marked = await page.waitForFunction(() => {
    const [rows] = performance.getEntriesByName('rows');
    const [first] = performance.getEntriesByName('first-contentful-paint');
    return rows && first ? { first: first.startTime, rows: rows.startTime } : null;
  });
  const paint = await marked.jsonValue();
  if (paint === null) throw new Error('The list was not drawn.');
  return paint;
}

/** In the page, before its own scripts: marks the first frame with rows. */
function watchRows(row: string): void {
  const look = () => {
    if (document.querySelector(row) === null) requestAnimationFrame(look);
    else performance.mark('rows');
  };
  requestAnimationFrame(look);
}
