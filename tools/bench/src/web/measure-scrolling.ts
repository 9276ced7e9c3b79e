import type { Page } from '@cubit/web-testing';
import { duration, type Reading } from '../report/results.js';
import { type Device, openParts, openProfile, quantileOf, ROW, type WebBench } from './web-bench.js';

const SCROLL_MS = 8_000;
const STEP_PX = 60;
const WHEEL_STEPS = 150;
const WHEEL_PX = 900;
const SECOND_MS = 1_000;
const JUMPS = 40;
/** Steps through the list that repeat no place: the golden ratio. */
const STRIDE = 0.618_034;

/** Frames while the list scrolls, and how long a jump takes. */
export async function measureScrolling(bench: WebBench): Promise<readonly Reading[]> {
  const readings: Reading[] = [];
  for (const device of ['desktop', 'slowed phone'] as const) {
    bench.onProgress(`scrolling: ${device}`);
    const { page, context } = await openProfile(bench, device);
    await openParts(bench, page);
    const smooth = await page.evaluate(scrollSmoothly, {
      list: await page.evaluateHandle(scrollingList, ROW),
      ms: SCROLL_MS,
      px: STEP_PX,
    });
    readings.push(...frameReadings(`scrolling, ${STEP_PX} px a frame`, smooth, device));
    readings.push(...frameReadings(`scrolling, ${WHEEL_STEPS} wheel steps`, await wheel(page), device));
    if (device === 'desktop') {
      bench.onProgress('jumps');
      const p95 = quantileOf(await jumpThrough(page), 0.95);
      readings.push(duration({ id: 'jump', title: 'jump anywhere to rows shown: p95', value: p95, bar: 250 }));
    }
    await context.close();
  }
  return readings;
}

function frameReadings(title: string, frames: readonly number[], device: Device): readonly Reading[] {
  const isPhone = device === 'slowed phone';
  const named = isPhone ? `${title}, slowed 4 times, phone` : title;
  const rate = (frames.length * SECOND_MS) / frames.reduce((sum, ms) => sum + ms, 0);
  const p95 = quantileOf(frames, 0.95);
  const common: readonly Reading[] = [
    { id: `${named}-rate`, title: named, value: rate, unit: 'fps', bar: isPhone ? 30 : 55, atLeast: true },
    duration({ id: `${named}-p95`, title: `${named}: p95`, value: p95, bar: isPhone ? 50 : 20 }),
  ];
  if (isPhone) return common;
  return [
    ...common,
    duration({ id: `${named}-p99`, title: `${named}: p99`, value: quantileOf(frames, 0.99), bar: 50 }),
    duration({ id: `${named}-longest`, title: `${named}: longest`, value: Math.max(...frames), bar: 100 }),
  ];
}

/** In the page: what scrolls the rows. */
function scrollingList(row: string): Element {
  let element = document.querySelector(row);
  const scrolls = ({ scrollHeight, clientHeight }: Element) => scrollHeight > clientHeight;
  while (element && !(scrolls(element) && /auto|scroll/.test(getComputedStyle(element).overflowY)))
    element = element.parentElement;
  const list = element ?? document.scrollingElement;
  if (!list) throw new Error('There is no list.');
  return list;
}

interface SmoothScroll {
  readonly list: Element;
  readonly ms: number;
  readonly px: number;
}

/** In the page: the durations of its frames. */
async function scrollSmoothly({ list, ms, px }: SmoothScroll): Promise<readonly number[]> {
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  const durations: number[] = [];
  const startedAt = await frame();
  for (let last = startedAt; last - startedAt < ms;) {
    list.scrollTop += px;
    const now = await frame();
    durations.push(now - last);
    last = now;
  }
  return durations;
}

async function wheel(page: Page): Promise<readonly number[]> {
  await page.locator(ROW).first().hover();
  const recorder = await page.evaluateHandle(() => {
    const frames: number[] = [];
    const state = { frames, isOver: false };
    let last = performance.now();
    const record = (now: number) => {
      frames.push(now - last);
      last = now;
      if (!state.isOver) requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
    return state;
  });
  for (let step = 0; step < WHEEL_STEPS; step += 1) await page.mouse.wheel(0, WHEEL_PX);
  return recorder.evaluate((state) => {
    state.isOver = true;
    return state.frames;
  });
}

/** Jumps to places all over the list. Returns how long each took. */
export async function jumpThrough(page: Page): Promise<readonly number[]> {
  const times: number[] = [];
  for (let jump = 1; jump <= JUMPS; jump += 1) times.push(await page.evaluate(jumpTo, (jump * STRIDE) % 1));
  return times;
}

/** In the page: how long it takes until the middle and both ends of the list show records. */
async function jumpTo(share: number): Promise<number> {
  const grid = document.querySelector('[role="grid"]');
  if (!grid) throw new Error('There is no list.');
  const { left, top, height } = grid.getBoundingClientRect();
  const isShown = (part: number) => {
    const row = document.elementFromPoint(left + 100, top + height * part)?.closest('[role="row"]');
    return row?.querySelector('[role="gridcell"]') !== null && row !== undefined;
  };
  const startedAt = performance.now();
  grid.scrollTop = share * (grid.scrollHeight - grid.clientHeight);
  do await new Promise((resolve) => requestAnimationFrame(resolve));
  while (![0.15, 0.5, 0.95].every(isShown));
  return performance.now() - startedAt;
}
