import type { Evidence } from './evidence.js';

/** One rule that a program decides. */
export interface TierRule {
  readonly name: string;
  /** What breaks the rule, each with what to change. */
  faults(evidence: Evidence): readonly string[] | Promise<readonly string[]>;
}
