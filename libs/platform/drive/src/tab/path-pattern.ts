/** A word of the app's own addresses: a module, a kind, a page. */
const WORD = /^[a-z][a-z_-]{0,63}$/;
/** What follows is text of the workspace. */
const BEFORE_TEXT = new Set(['c', 'code', 'codes']);
const OWN_SEGMENTS = 3;

/** The path without ids, codes or other texts: `/w/workshop/modules/inventory/records/part/{id}`. */
export function pathPattern(path: string): string {
  const segments = path.split('/');
  return segments
    .map((segment, index) => {
      if (index < OWN_SEGMENTS || segment === '') return segment;
      return WORD.test(segment) && !BEFORE_TEXT.has(segments[index - 1] ?? '') ? segment : '{id}';
    })
    .join('/');
}

/** The address as a browser resolves it; null if it is not a page of the workspace. */
export function pageOf(slug: string, address: string): string | null {
  // Browsers drop some of these, so that `/\t/host` is another host.
  if (!address.startsWith('/') || /[\u0000-\u0020\\]/.test(address)) return null;
  const origin = 'http://cubit.invalid';
  if (!URL.canParse(address, origin)) return null;
  const url = new URL(address, origin);
  const base = `/w/${encodeURIComponent(slug)}`;
  const isInside = url.pathname === base || url.pathname.startsWith(`${base}/`);
  return url.origin === origin && isInside ? `${url.pathname}${url.search}${url.hash}` : null;
}
