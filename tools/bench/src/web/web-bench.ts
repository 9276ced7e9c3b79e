import { signIn, type Browser, type BrowserContext, type CDPSession, type Page } from '@cubit/web-testing';
import type { Api } from '../data/api.js';
import { type LoadedData, PERSON } from '../data/load-data.js';

/** The loaded program and a browser. */
export interface WebBench {
  readonly browser: Browser;
  readonly origin: string;
  readonly api: Api;
  readonly data: LoadedData;
  readonly onProgress: (text: string) => void;
}

export type Device = 'desktop' | 'slowed phone';

export interface Opened {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly debug: CDPSession;
}

const DESKTOP = { width: 1_440, height: 900 };
const PHONE = { width: 390, height: 844 };
const SLOWER = 4;

/** A new profile with one page, signed in; the processor of a phone is slowed 4 times. */
export async function openProfile({ browser, origin }: WebBench, device: Device = 'desktop'): Promise<Opened> {
  const isPhone = device === 'slowed phone';
  const viewport = isPhone ? PHONE : DESKTOP;
  const context = await browser.newContext({ baseURL: origin, viewport, hasTouch: isPhone, locale: 'en-US' });
  await signIn(context, origin, PERSON);
  const page = await context.newPage();
  const debug = await context.newCDPSession(page);
  if (isPhone) await debug.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return { page, context, debug };
}

/** The address of a kind: `inventory:part`. */
export function listAddress({ data }: WebBench, kind = 'inventory:part'): string {
  return `/w/${data.slug}/modules/${kind.replace(':', '/records/')}`;
}

/** In the list of a desk, cells; in that of a phone, cards. */
export const ROW = 'main [role="gridcell"], main [role="listitem"]';

/** Opens the list of parts, and waits until it has rows. */
export async function openParts(bench: WebBench, page: Page): Promise<void> {
  await page.goto(listAddress(bench));
  await page.locator(ROW).first().waitFor();
}

/** The value that the share of them stays within: 0.95 is the 95th percentile. */
export function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}
