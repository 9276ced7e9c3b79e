/** The cookies of a request by name; the first of a name counts. */
export function readCookies(header: string | undefined): Readonly<Record<string, string>> {
  const cookies: Record<string, string> = {};
  for (const pair of (header ?? '').split(';')) {
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals).trim();
    if (equals > 0 && !Object.hasOwn(cookies, name))
      Object.defineProperty(cookies, name, memberOf(pair.slice(equals + 1)));
  }
  return cookies;
}

/** Defined rather than assigned: a cookie may be called `__proto__`. */
function memberOf(text: string): PropertyDescriptor {
  const value = text.trim();
  const quoted = value.length > 1 && value.startsWith('"') && value.endsWith('"');
  return { value: quoted ? value.slice(1, -1) : value, enumerable: true };
}

export function readCookie(header: string, name: string): string | null {
  return header.includes(name) ? (readCookies(header)[name] ?? null) : null;
}
