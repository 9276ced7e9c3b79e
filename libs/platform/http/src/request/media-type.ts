const PARTS = /^\s*([\w!#$&^.+-]+\/[\w!#$&^.+-]+)\s*(?:;(.*))?$/;
const CHARSET = /(?:^|;)\s*charset\s*=\s*"?([^";\s]+)"?/i;
const UTF8 = /^utf-?8$/i;

export interface MediaType {
  /** `application/json`, in lower case. */
  readonly essence: string;
  /** No charset, or UTF-8. */
  readonly utf8: boolean;
}

/** Parses a `Content-Type`; null if it is malformed. */
export function readMediaType(header: string): MediaType | null {
  const [, essence, parameters = ''] = PARTS.exec(header) ?? [];
  if (essence === undefined) return null;
  const charset = CHARSET.exec(parameters)?.[1];
  return { essence: essence.toLowerCase(), utf8: charset === undefined || UTF8.test(charset) };
}

/** `accepted` may hold ranges: `text/*`, `*\/*`. */
export function acceptsMediaType(accepted: readonly string[], essence: string): boolean {
  const range = `${essence.slice(0, essence.indexOf('/'))}/*`;
  return accepted.includes(essence) || accepted.includes('*/*') || accepted.includes(range);
}
