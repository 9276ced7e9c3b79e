/**
 * Calls for each key: the first at once, and what comes within the time after a call as one call at its end. So what follows a single change
 * is not late, and what follows many is no storm.
 */
export function atMostEach(ms: number, call: (key: string) => void): { run(key: string): void; stop(): void } {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const missed = new Set<string>();
  const run = (key: string) => {
    if (timers.has(key)) return void missed.add(key);
    call(key);
    timers.set(
      key,
      setTimeout(() => {
        timers.delete(key);
        if (missed.delete(key)) run(key);
      }, ms),
    );
  };
  const stop = () => {
    for (const timer of timers.values()) clearTimeout(timer);
    timers.clear();
    missed.clear();
  };
  return { run, stop };
}
