import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { TestUser } from '@cubit/testing';
import { startShippedServer, type ShippedServer } from '@cubit/testing/shipped';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchChromium } from './chromium.js';
import { PageGuard } from './page-guard.js';

export interface PageOptions {
  /** Signed in as this person. */
  readonly as?: TestUser;
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
  readonly touch?: boolean;
  /** The spec takes its connection or the program away, which the browser logs for each request. */
  readonly goesOffline?: boolean;
}

/** The shipped program with its pages, and a browser. */
export interface App {
  readonly server: ShippedServer;
  readonly browser: Browser;
  /** `http://localhost:<port>` */
  readonly origin: string;
  /** A new browser profile with one page. */
  page(options?: PageOptions): Promise<Page>;
  /** Throws if any page caused an error, a violation of the policy, or a request to another origin. */
  close(): Promise<void>;
}

const DESKTOP = { width: 1_440, height: 900 };
export const PHONE = { width: 390, height: 844, touch: true } as const;

export async function startApp(options: Parameters<typeof startShippedServer>[0] = {}): Promise<App> {
  const server = await startShippedServer({ ...options, environment: { WEB: 'on', ...options.environment } });
  const browser = await launchChromium();
  const origin = new URL(server.address).origin;
  const guard = new PageGuard(origin);
  return {
    ...{ server, browser, origin },
    async page({
      as,
      width = DESKTOP.width,
      height = DESKTOP.height,
      theme = 'light',
      touch = false,
      goesOffline,
    } = {}) {
      const context = await browser.newContext({
        baseURL: origin,
        viewport: { width, height },
        colorScheme: theme,
        hasTouch: touch,
        // Nothing is looked at while it fades.
        reducedMotion: 'reduce',
        locale: 'en-US',
        timezoneId: 'UTC',
      });
      await guard.watchContext(context);
      if (as) await signIn(context, origin, as);
      const page = await context.newPage();
      guard.watch(page, { goesOffline });
      return page;
    },
    async close() {
      // Requests that the pages make now are no faults.
      const pages = browser.contexts().flatMap((context) => context.pages());
      await Promise.all(pages.map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })));
      await browser.close();
      await server.close();
      if (guard.faults.length > 0) throw new Error(`Pages caused:\n${guard.faults.join('\n')}`);
    },
  };
}

/** Signs a browser profile in. */
export async function signIn(
  context: BrowserContext,
  origin: string,
  { email, password }: Pick<TestUser, 'email' | 'password'>,
): Promise<void> {
  const answer = await context.request.post(`${origin}/api/v1/me/session`, {
    data: { email, password },
    headers: { origin },
  });
  if (!answer.ok()) throw new Error(`Signing in answered ${answer.status()}.`);
}

/** Waits until `main` has text and nothing is busy. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => (document.querySelector('main')?.textContent ?? '') !== '' && !document.querySelector('[aria-busy="true"]'),
  );
}

/** Violations of axe's default rules on the page, or in one part of it, as `rule: target` lines. */
export async function axeViolations(page: Page, within = 'html'): Promise<readonly string[]> {
  const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // By the debugger: the policy of the page allows no such script.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source);
  return page.evaluate(async (part) => {
    interface Axe {
      run(
        part: string,
        options: object,
      ): Promise<{
        violations: readonly {
          id: string;
          nodes: readonly { target: readonly unknown[]; failureSummary?: string }[];
        }[];
      }>;
    }
    const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run(part, {
      // The rest takes as long again.
      resultTypes: ['violations'],
    });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
    );
  }, within);
}
