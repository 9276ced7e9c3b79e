/** Paths that the API answers and that are no pages. */
const API_PATH = /^\/api\//;

/**
 * Every link of the app is a plain `<a href>`, which opens in a new tab as any link does. A plain click on an address of the own origin goes through
 * the router.
 */
export function handleLinks(go: (href: string) => void): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || !link.href || link.hasAttribute('download') || (link.target !== '' && link.target !== '_self')) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || API_PATH.test(url.pathname)) return;
    // A place on the same page.
    if (url.hash !== '' && url.pathname === location.pathname && url.search === location.search) return;
    event.preventDefault();
    go(`${url.pathname}${url.search}${url.hash}`);
  });
}
