import { setTimeout as sleep } from 'node:timers/promises';
import type { DirectoryLayout } from './directory-layout.js';
import type { Postmaster } from './postmaster.js';
import type { Programs } from './programs.js';
import { runProgram } from './run-program.js';

/**
 * Fast: sessions are cut, everything is written, the next start has nothing to replay. Immediate: the next start replays.
 * Killed: the same, and its processes are left to notice. Nothing acknowledged is lost by any of them.
 */
const STEPS = [
  { mode: 'fast', signal: 'SIGINT', patienceMs: 15_000 },
  { mode: 'immediate', signal: 'SIGQUIT', patienceMs: 7_000 },
  { mode: 'immediate', signal: 'SIGKILL', patienceMs: 5_000 },
] as const;

/** Stops a server and waits for its end, escalating if it takes too long. */
export async function shutDown(
  postmaster: Postmaster,
  { layout, programs }: { readonly layout: DirectoryLayout; readonly programs: Programs },
): Promise<void> {
  for (const { mode, signal, patienceMs } of STEPS) {
    if (process.platform === 'win32') {
      // Signals do not exist there: Node's kill would cut the server off at once.
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
