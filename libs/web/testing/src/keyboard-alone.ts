import { until } from '@cubit/testing/shipped';
import type { Locator, Page } from 'playwright-core';

/** A person without a mouse. */
export interface KeyboardAlone {
  press(key: string): Promise<void>;
  /** Presses a key until the element has the focus: Tab unless another one is given. */
  reach(target: Locator, key?: string): Promise<void>;
  /** Types into the element once it has the focus. */
  type(target: Locator, text: string): Promise<void>;
  /** Waits until something has the focus. */
  kept(): Promise<void>;
}

const MOST_STEPS = 150;

/**
 * Walks a page by keys alone. Before the first key, nothing has the focus; from then on, each step throws if the focus was lost to `body`.
 * `send` sends a key: that of `counted`, where keys are counted.
 */
export function keyboardAlone(page: Page, send = (key: string) => page.keyboard.press(key)): KeyboardAlone {
  let begun = false;
  const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);
  const kept = async () => {
    await until('something has the focus', () =>
      page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body),
    );
  };
  const press = async (key: string) => {
    if (begun) await kept();
    begun = true;
    await send(key);
  };
  return {
    press,
    kept,
    async reach(target, key = 'Tab') {
      await target.waitFor();
      for (let step = 0; step < MOST_STEPS; step += 1) {
        if (await hasFocus(target)) return;
        await press(key);
      }
      throw new Error(`${String(target)} does not get the focus by ${key}.`);
    },
    async type(target, text) {
      await until(`${String(target)} has the focus`, () => hasFocus(target));
      await page.keyboard.type(text);
    },
  };
}
