import v8 from 'node:v8';
import vm from 'node:vm';

type Collect = (options: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void;

/**
 * Collects what the start used up and hands the memory back to the system. The engine itself would keep the room: it sizes
 * the young generation by the busiest moment so far, which is the start, and an instance that idles never gives it a reason to shrink.
 */
export function giveBackMemory(): void {
  v8.setFlagsFromString('--expose-gc');
  try {
    // A context made while the flag is on has the function; the program's own context never gets it.
    (vm.runInNewContext('gc') as Collect)({ type: 'major', flavor: 'last-resort' });
  } finally {
    v8.setFlagsFromString('--no-expose-gc');
  }
}
