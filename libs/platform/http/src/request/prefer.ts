const MAX_WAIT_S = 30;
const WAIT = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?\s*(?:$|[,;])/i;

/** `wait` of a `Prefer` header field (RFC 7240), in ms; null if it is absent or malformed. */
export function readPreferredWaitMs(header: string | undefined): number | null {
  const seconds = header === undefined ? undefined : WAIT.exec(header)?.[1];
  return seconds === undefined ? null : Math.min(Math.max(Number(seconds), 1), MAX_WAIT_S) * 1_000;
}
