import v8 from 'node:v8';
import vm from 'node:vm';

type CollectGarbage = (options: { readonly type: 'major'; readonly flavor: 'last-resort' }) => void;

/**
 * Runs garbage collection after the start and returns memory to the system. V8 sizes the young generation by its peak, which is
 * the start, and never shrinks it on an idle instance.
 */
export function releaseMemory(): void {
  v8.setFlagsFromString('--expose-gc');
  try {
    // A context created while the flag is set has the function; the program's own context never gets it.
    (vm.runInNewContext('gc') as CollectGarbage)({ type: 'major', flavor: 'last-resort' });
  } finally {
    v8.setFlagsFromString('--no-expose-gc');
  }
}
