import { join } from 'node:path';
import { settled, signIn, type Browser, type Page } from '@cubit/web-testing';
import { PATIENCE_MS, type Workshop } from './workshop.js';

export interface Picture {
  /** Below `docs/pictures/`. */
  readonly file: string;
  readonly device?: 'phone';
  readonly theme?: 'dark';
  /** The path below the workspace: `/activity`. */
  path(workshop: Workshop): string | Promise<string>;
  /** Brings the page into the state of the picture. */
  arrange?(page: Page, workshop: Workshop): Promise<void>;
}

interface PictureOptions {
  readonly workshop: Workshop;
  readonly picture: Picture;
  readonly folder: string;
}

const DESKTOP = { width: 1_440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** A page that changes nothing for so long is complete. */
const QUIET_MS = 1_000;

/** Opens the page of a picture in a profile of its own, and writes the file. Returns its size. */
export async function takePicture(browser: Browser, { workshop, picture, folder }: PictureOptions): Promise<number> {
  const { origin, person } = workshop;
  const isPhone = picture.device === 'phone';
  const context = await browser.newContext({
    baseURL: origin,
    viewport: isPhone ? PHONE : DESKTOP,
    hasTouch: isPhone,
    colorScheme: picture.theme ?? 'light',
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  try {
    await signIn(context, origin, person);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.goto(`/w/workshop${await picture.path(workshop)}`);
    await atRest(page);
    await picture.arrange?.(page, workshop);
    await atRest(page);
    return (await page.screenshot({ path: join(folder, picture.file), caret: 'hide' })).byteLength;
  } finally {
    await context.close();
  }
}

/** Waits until the page has its content, its images and its fonts, shows no toast, and draws nothing more. */
async function atRest(page: Page): Promise<void> {
  await settled(page);
  await page.waitForFunction(
    () =>
      document.fonts.status === 'loaded' &&
      [...document.images].every((image) => image.complete) &&
      document.querySelector('[role="status"][aria-label="Messages"] > *') === null,
  );
  await page.evaluate(untilQuiet, QUIET_MS);
  await settled(page);
}

/** In the page: names of members and the like come after its content. */
function untilQuiet(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      observer.disconnect();
      resolve();
    };
    let timer = setTimeout(end, ms);
    const observer = new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(end, ms);
    });
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  });
}
