/** The first that a user agent names counts: most browsers also name those that they are compatible with. */
const BROWSERS = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
] as const;
const SYSTEMS = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
] as const;
const MAX_LENGTH = 60;

/** `Firefox on Linux`; of other programs what they call themselves. Null: unknown. */
export function deviceName(userAgent: string | null): string | null {
  if (userAgent === null || userAgent.trim() === '') return null;
  const named = (list: typeof BROWSERS | typeof SYSTEMS) => list.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const [browser, system] = [named(BROWSERS), named(SYSTEMS)];
  if (browser !== undefined) return system === undefined ? browser : `${browser} on ${system}`;
  // PostgreSQL refuses NUL in text; other control characters are of no use in a list.
  return (
    userAgent
      .replaceAll(/[^\x20-\x7e]/g, ' ')
      .trim()
      .slice(0, MAX_LENGTH) || null
  );
}
