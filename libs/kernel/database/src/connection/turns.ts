const TURN_MS = 250;

/**
 * Calls `onLimit` once, unless the returned function was called before. The time is counted in turns of the event loop and not by the clock: a
 * process that was stalled has given nobody the time to answer.
 */
export function afterTurns(limitMs: number, onLimit: () => void): () => void {
  let waitedMs = 0;
  const timer = setInterval(() => {
    waitedMs += TURN_MS;
    if (waitedMs < limitMs) return;
    clearInterval(timer);
    onLimit();
  }, TURN_MS).unref();
  return () => clearInterval(timer);
}
