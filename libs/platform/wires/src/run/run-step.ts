import type { RunKey } from '../dispatch/wake-id.js';
import type { LoadedRun } from './loaded-run.js';
import type { RunError } from '../tables/schema.js';

/** What became of a run that was taken. */
export type RunStep =
  /** Nobody may do it now, or somebody does. */
  | { readonly type: 'idle' }
  /** An earlier run of its lane comes first. */
  | { readonly type: 'waits'; readonly run: LoadedRun }
  /** It was made one run per target: all of them are to be done. */
  | { readonly type: 'split'; readonly runs: readonly RunKey[] }
  | { readonly type: 'held' }
  | { readonly type: 'postponed'; readonly delayMs: number }
  /** `next` of its workspace may go onto the queue. */
  | { readonly type: 'over'; readonly run: LoadedRun; readonly next: RunKey | null };

/** What the people of a workspace are told about one of its wires. */
export interface Trouble {
  readonly kind: 'failed' | 'loop' | 'tripped';
  readonly reason: RunError;
}
