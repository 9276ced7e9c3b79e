import type { RunKey } from '../dispatch/wake-id.js';
import type { LoadedRun } from './loaded-run.js';
import type { RunError } from '../tables/schema.js';

/** Result of an attempt to execute a run. */
export type AttemptResult =
  /** The run is not due, or another transaction has locked it. */
  | { readonly type: 'idle' }
  /** An earlier run of its lane must finish first. */
  | { readonly type: 'waits'; readonly run: LoadedRun }
  /** The run was split into one run per target; `runs` are all of them. */
  | { readonly type: 'split'; readonly runs: readonly RunKey[] }
  | { readonly type: 'suspended' }
  | { readonly type: 'postponed'; readonly delayMs: number }
  /** The run is finished. `next` is a waiting run of its workspace that can be published. */
  | { readonly type: 'finished'; readonly run: LoadedRun; readonly next: RunKey | null };

/** A failure of a wire that is emitted as an event. */
export interface RunFailure {
  readonly kind: 'failed' | 'loop' | 'tripped';
  readonly reason: RunError;
}
