import type { Locator, Page } from 'playwright-core';

/** What a person does at a page, counted. */
export interface Counted {
  count(): number;
  click(locator: Locator): Promise<void>;
  tap(locator: Locator): Promise<void>;
  press(key: string): Promise<void>;
}

/** Counts clicks, taps and keys, as the budgets of journeys do: all but typed text, which is for `page.keyboard.type`. */
export function counted(page: Page): Counted {
  let count = 0;
  return {
    count: () => count,
    async click(locator) {
      count += 1;
      await locator.click();
    },
    async tap(locator) {
      count += 1;
      await locator.tap();
    },
    async press(key) {
      count += 1;
      await page.keyboard.press(key);
    },
  };
}
