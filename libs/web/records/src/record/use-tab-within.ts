import { type RefObject, useLayoutEffect } from 'react';

const TABBABLE = 'a[href], button, input, select, textarea, summary, [tabindex="0"]';
/** They keep Tab within themselves. */
const LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** While a pane covers the window, Tab stays within it, because what is behind it cannot be seen. Gives the focus back at its end. */
export function useTabWithin(content: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const pane = content.current?.closest('aside');
    if (!pane) return;
    let before: Element | null = null;
    const onKeyDown = (event: KeyboardEvent) => {
      const focused = document.activeElement;
      if (event.key !== 'Tab' || event.defaultPrevented || !covers(pane) || focused?.closest(LAYERS)) return;
      const stops = [...pane.querySelectorAll<HTMLElement>(TABBABLE)].filter(isStop);
      const [first, last] = event.shiftKey ? [stops.at(-1), stops[0]] : [stops[0], stops.at(-1)];
      if (pane.contains(focused) && focused !== last) return;
      if (!pane.contains(focused)) before = focused;
      event.preventDefault();
      first?.focus();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      if (before instanceof HTMLElement && pane.contains(document.activeElement)) before.focus();
    };
  }, [content]);
}

const covers = (pane: Element) => pane.getBoundingClientRect().width >= window.innerWidth;

const isStop = (element: HTMLElement) =>
  element.tabIndex >= 0 && !element.matches(':disabled') && element.checkVisibility();
