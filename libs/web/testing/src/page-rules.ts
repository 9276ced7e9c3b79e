import type { Page } from 'playwright-core';

/** The least width and height of what is touched: success criterion 2.5.5 of WCAG 2.2, in px. */
export const TOUCH_TARGET = 44;
/** A width of 1,280 px at a zoom of 400 %: success criterion 1.4.10. */
export const ZOOMED = { width: 320, height: 256 } as const;

/** What a link in a row needs whose row is the target of another one: success criterion 2.5.8. */
const IN_ROW = 24;

/**
 * Controls of the page that take touches on less than `least` px in width or height, as `element "name" width x height`:
 * with what labels and pseudo-elements add. Links within a sentence may be smaller, and so may, down to 24 px, those in a
 * row (`data-row`) that is the target of its own link (`data-row-link`).
 */
export async function smallTargets(page: Page, least = TOUCH_TARGET): Promise<readonly string[]> {
  return page.evaluate(
    ({ wanted, inRow }) => {
      const CONTROLS =
        'a[href], button, input, select, textarea, summary, [tabindex="0"], [role="button"], [role="tab"], [role="option"], [role="menuitem"]';
      const isInSentence = (element: Element) => {
        if (getComputedStyle(element).display !== 'inline') return false;
        return (element.parentElement?.textContent.trim().length ?? 0) > element.textContent.trim().length;
      };
      const isOffered = (element: Element) =>
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        element.closest('[inert], [aria-hidden="true"], :disabled') === null;
      const isHit = (target: Element, x: number, y: number) => {
        const hit = document.elementFromPoint(x, y);
        return hit !== null && target.contains(hit);
      };
      /** How far the target takes touches from a point in steps of 1 px, and no farther than is wanted. */
      const reach = (target: Element, [x, y]: readonly [number, number], [right, down]: readonly [number, number]) => {
        let far = 0;
        while (far < wanted && isHit(target, x + right * (far + 1), y + down * (far + 1))) far += 1;
        return far;
      };
      const sizeOf = (target: Element): readonly [width: number, height: number] => {
        target.scrollIntoView({ block: 'center', inline: 'nearest' });
        const box = target.getBoundingClientRect();
        const row = target.matches('[data-row-link]')
          ? target.closest('[data-row]')?.getBoundingClientRect()
          : undefined;
        // The corner of a row belongs to its link.
        if (row && isHit(target, row.left + 4, row.top + 4)) return [row.width, row.height];
        const at = [box.x + box.width / 2, box.y + box.height / 2] as const;
        const across = (step: readonly [number, number], back: readonly [number, number]) =>
          1 + reach(target, at, step) + reach(target, at, back);
        return [Math.max(box.width, across([1, 0], [-1, 0])), Math.max(box.height, across([0, 1], [0, -1]))];
      };
      const small = new Set<string>();
      for (const element of document.querySelectorAll(CONTROLS)) {
        const target = element.closest('label') ?? element;
        if (!isOffered(target) || isInSentence(element)) continue;
        const isBesideRow = element.matches('a:not([data-row-link])') && element.closest('[data-row]') !== null;
        const limit = isBesideRow ? inRow : wanted;
        const [width, height] = sizeOf(target);
        // What layout rounds is no fault.
        if (width > limit - 1 && height > limit - 1) continue;
        const name = (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40);
        const role = element.getAttribute('role') ?? element.tagName.toLowerCase();
        small.add(`${role} "${name}" ${Math.round(width)} x ${Math.round(height)}`);
      }
      return [...small];
    },
    { wanted: least, inRow: IN_ROW },
  );
}

/**
 * What makes the page scroll sideways, or is cut off at its edge, as `element.class "text"`. Tables, grids,
 * drawings and what is marked with `data-sideways` may scroll in a part of their own.
 */
export async function sidewaysParts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const TWO_DIMENSIONAL = 'table, [role="grid"], [role="treegrid"], [role="table"], pre, code, img, svg';
    const scrolls = (element: Element | null): boolean =>
      element !== null &&
      (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
    const isAllowed = (element: Element) =>
      element.matches(TWO_DIMENSIONAL) ||
      element.querySelector(TWO_DIMENSIONAL) !== null ||
      element.hasAttribute('data-sideways');
    const found = new Set<string>();
    const say = (element: Element) =>
      `${element.tagName.toLowerCase()}.${element.classList[0] ?? ''} "${element.textContent.trim().slice(0, 40)}"`;
    for (const element of document.querySelectorAll('body, body *')) {
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const { overflowX } = getComputedStyle(element);
      const isWider = element.scrollWidth > element.clientWidth + 1;
      if (isWider && ['auto', 'scroll'].includes(overflowX) && !isAllowed(element)) found.add(say(element));
      const { right, width, height } = element.getBoundingClientRect();
      const isBeyond = right > innerWidth + 1 && width > 2 && height > 2;
      if (isBeyond && element.childElementCount === 0 && !scrolls(element)) found.add(say(element));
    }
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth + 1) found.add(`the page is ${scrollWidth} px wide`);
    return [...found];
  });
}
