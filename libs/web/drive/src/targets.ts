const APPEAR_WITHIN_MS = 3_000;
const LOOK_MS = 50;

/** The element with this target that is on the screen, waiting for a page that is still loading. */
export async function findTarget(target: string, within = APPEAR_WITHIN_MS): Promise<HTMLElement | null> {
  const selector = `[data-drive="${CSS.escape(target)}"]`;
  const until = performance.now() + within;
  for (;;) {
    const found = [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.checkVisibility());
    if (found || performance.now() > until) return found ?? null;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** The open form of an action or of a new record. */
export async function findForm(target: string): Promise<HTMLElement | null> {
  const selector = `[role="dialog"][data-drive="${CSS.escape(target)}"], [role="dialog"] [data-drive="${CSS.escape(target)}"]`;
  const until = performance.now() + APPEAR_WITHIN_MS;
  for (;;) {
    const found = document.querySelector<HTMLElement>(selector);
    if (found || performance.now() > until) return found;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

/** Never animated where the person asked for less motion. */
export function scrollTo(element: HTMLElement): void {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block: 'center', behavior: calm ? 'instant' : 'smooth' });
}

/** What a person reads at the element. */
export function nameOf(element: HTMLElement): string {
  const label = element.getAttribute('aria-label') ?? element.querySelector('label, dt, th, legend')?.textContent;
  return (label ?? element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 60);
}
