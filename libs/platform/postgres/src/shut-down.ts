import { setTimeout as sleep } from 'node:timers/promises';
import type { DirectoryLayout } from './directory-layout.js';
import type { Postmaster } from './postmaster.js';
import type { Programs } from './programs.js';
import { runProgram } from './run-program.js';

/**
 * Fast: ends sessions and writes everything, so the next start has nothing to replay. Immediate: the next start
 * replays. Kill: the same, and child processes end later. Acknowledged data is never lost.
 */
const STEPS = [
  { mode: 'fast', signal: 'SIGINT', patienceMs: 15_000 },
  { mode: 'immediate', signal: 'SIGQUIT', patienceMs: 7_000 },
  { mode: 'immediate', signal: 'SIGKILL', patienceMs: 5_000 },
] as const;

/** Stops a server and waits for its end, with stronger methods if it takes too long. */
export async function shutDown(
  postmaster: Postmaster,
  { layout, programs }: { readonly layout: DirectoryLayout; readonly programs: Programs },
): Promise<void> {
  for (const { mode, signal, patienceMs } of STEPS) {
    if (process.platform === 'win32') {
      // Windows has no signals: Node's kill would end the server without a shutdown.
      await runProgram(programs.pgCtl, ['stop', '-D', layout.cluster, '-m', mode, '-W']);
    } else {
      await postmaster.send(signal);
    }
    if (await endedWithin(postmaster, patienceMs)) return;
  }
  throw new Error(`PostgreSQL, process ${postmaster.pid}, does not stop.`);
}

async function endedWithin(postmaster: Postmaster, patienceMs: number): Promise<boolean> {
  const patience = new AbortController();
  const outOfPatience = sleep(patienceMs, false, { signal: patience.signal }).catch(() => false);
  const hasEnded = await Promise.race([postmaster.ended.then(() => true), outOfPatience]);
  patience.abort();
  return hasEnded;
}
