import v8 from 'node:v8';
import vm from 'node:vm';

type CollectGarbage = (options: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void;

/** How long a process is idle that is quiet after its start. */
const FIRST_INTERVAL_MS = 1_000;
const CHECK_INTERVAL_MS = 5_000;
/** The process is quiet if it was idle for this many checks in a row: 20 s. */
const QUIET_CHECKS = 4;
/** Share of the time in which the process does something. Background work of an idle instance needs less. */
const QUIET_UTILIZATION = 0.05;
/** Less is not worth the pause. */
const MIN_GROWTH_BYTES = 24 * 1024 ** 2;

/**
 * Returns memory to the system in the first quiet second after the start, and again whenever the process has grown under load
 * and is quiet. Not at the start itself: that takes 0.2 s, for which the first requests would wait.
 */
export function releaseMemoryWhenQuiet(): void {
  const isQuiet = quietness();
  const first = setInterval(() => {
    if (!isQuiet()) return;
    clearInterval(first);
    releaseMemory();
    releaseAgain(isQuiet);
  }, FIRST_INTERVAL_MS).unref();
}

function releaseAgain(isQuiet: () => boolean): void {
  let released = process.memoryUsage.rss();
  let quietChecks = 0;
  setInterval(() => {
    quietChecks = isQuiet() ? quietChecks + 1 : 0;
    if (quietChecks < QUIET_CHECKS || process.memoryUsage.rss() - released < MIN_GROWTH_BYTES) return;
    releaseMemory();
    released = process.memoryUsage.rss();
    quietChecks = 0;
  }, CHECK_INTERVAL_MS).unref();
}

/** Whether the process did little since the last call. */
function quietness(): () => boolean {
  let previous = performance.eventLoopUtilization();
  return () => {
    const current = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(current, previous);
    previous = current;
    return utilization < QUIET_UTILIZATION;
  };
}

/** Runs garbage collection. V8 sizes the young generation by its peak and never shrinks it on an idle instance. */
function releaseMemory(): void {
  v8.setFlagsFromString('--expose-gc');
  try {
    // A context created while the flag is set has the function; the program's own context never gets it.
    (vm.runInNewContext('gc') as CollectGarbage)({ type: 'major', flavor: 'last-resort' });
  } finally {
    v8.setFlagsFromString('--no-expose-gc');
  }
}
