import type { RunError } from '../tables/schema.js';

/** Result of an attempt to execute a run that was claimed. */
export type AttemptResult =
  /** An earlier run of its lane must finish first. */
  | { readonly type: 'waits' }
  /** The run was split into one run per target, itself among them. */
  | { readonly type: 'split' }
  | { readonly type: 'suspended' }
  | { readonly type: 'postponed'; readonly delayMs: number }
  | { readonly type: 'finished' };

/** A failure of a wire that is emitted as an event. */
export interface RunFailure {
  readonly kind: 'failed' | 'loop' | 'tripped';
  readonly reason: RunError;
}
