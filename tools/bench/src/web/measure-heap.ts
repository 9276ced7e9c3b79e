import { settled } from '@cubit/web-testing';
import type { Reading } from '../report/results.js';
import { jumpThrough } from './measure-scrolling.js';
import { listAddress, type Opened, openParts, openProfile, type WebBench } from './web-bench.js';

const MEGABYTE = 1_000_000;
/** Caches are full then: what grows later is lost. */
const WARM_UP_ROUNDS = 3;
const ROUNDS = 20;

/** Heap of one tab that jumps through the list, then opens ten pages again and again, as links do. */
export async function measureHeap(bench: WebBench): Promise<readonly Reading[]> {
  const { data, onProgress } = bench;
  onProgress('heap');
  const opened = await openProfile(bench);
  const home = `/w/${data.slug}`;
  const pages = [
    home,
    listAddress(bench),
    `${listAddress(bench)}/${data.partIds[0] ?? ''}`,
    listAddress(bench, 'inventory:stock_item'),
    listAddress(bench, 'inventory:category'),
    `${listAddress(bench, 'projects:task')}?layout=board`,
    `${home}/activity`,
    `${home}/wires`,
    `${home}/settings/fields`,
    `${home}/scan`,
  ];
  await openParts(bench, opened.page);
  await jumpThrough(opened.page);
  await openAll(opened, pages, WARM_UP_ROUNDS);
  const before = await heapOf(opened);
  await openAll(opened, pages, ROUNDS);
  const after = await heapOf(opened);
  await opened.context.close();
  const growth = `heap: growth over ${ROUNDS} openings of ${pages.length} pages`;
  return [
    { id: 'heap', title: 'heap after all of it', value: after / MEGABYTE, unit: 'MB', bar: 80 },
    { id: 'heap-growth', title: growth, value: (after - before) / MEGABYTE, unit: 'MB', bar: 5 },
  ];
}

async function openAll({ page }: Opened, pages: readonly string[], rounds: number): Promise<void> {
  for (let round = 0; round < rounds; round += 1)
    for (const path of pages) {
      const before = await page.title();
      await page.evaluate((to) => history.pushState(null, '', to), path);
      await page.waitForFunction((title) => document.title !== title, before);
      await settled(page);
    }
}

async function heapOf({ debug }: Opened): Promise<number> {
  await debug.send('HeapProfiler.enable');
  await debug.send('HeapProfiler.collectGarbage');
  const { usedSize } = await debug.send('Runtime.getHeapUsage');
  return usedSize;
}
