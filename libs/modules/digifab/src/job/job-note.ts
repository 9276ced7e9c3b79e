import type { UsedMaterial } from '../accounting/used-material.js';

/** Details of a job write that are not fields, for the events that the write emits. */
export interface JobNote {
  readonly reason?: string | undefined;
  /** The machine reported the change; otherwise a person or a detector requested it. */
  readonly byMachine?: boolean;
  /** Material used, at the end of an attempt. */
  readonly used?: readonly UsedMaterial[];
  readonly retried?: boolean;
}
