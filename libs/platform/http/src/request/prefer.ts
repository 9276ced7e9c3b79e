const MAX_WAIT_S = 30;
const WAIT = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?\s*(?:$|[,;])/i;

/** How long the client would wait for what follows from its request, in ms; null where it did not ask, or not in RFC 7240's form. */
export function readPreferredWaitMs(header: string | undefined): number | null {
  const seconds = header === undefined ? undefined : WAIT.exec(header)?.[1];
  return seconds === undefined ? null : Math.min(Math.max(Number(seconds), 1), MAX_WAIT_S) * 1_000;
}
