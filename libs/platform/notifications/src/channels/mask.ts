const MASK = '********';

/** A path segment that looks like a key: long, with digits and letters. */
const KEY_LIKE = /^(?=.*\d)(?=.*[A-Za-z])[\w.~-]{16,}$/;

/** Masks the password, the query values, path segments that look like keys, and the last `keys` path segments of a URL. */
export function maskUrl(text: string, { keys = 0 }: { readonly keys?: number } = {}): string {
  if (!URL.canParse(text)) return MASK;
  const { protocol, username, password, host, pathname, searchParams } = new URL(text);
  const parts = pathname.split('/');
  const isKey = (part: string, index: number) => index >= parts.length - keys || KEY_LIKE.test(part);
  const path = parts.map((part, index) => (part !== '' && isKey(part, index) ? MASK : part)).join('/');
  const user = username === '' ? '' : `${username}${password === '' ? '' : `:${MASK}`}@`;
  const query = [...searchParams.keys()].map((name) => `${encodeURIComponent(name)}=${MASK}`).join('&');
  const shown = `${protocol}//${user}${host}${path}${query === '' ? '' : `?${query}`}`;
  // A URL without secrets stays exactly as it was entered.
  return shown.includes(MASK) ? shown : text;
}

export function maskValues(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, MASK]));
}
