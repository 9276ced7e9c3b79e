import type { UsedMaterial } from '../accounting/accounts.js';

/** What the writer of a job says of it beside its fields: for the events that follow from the write. */
export interface JobNote {
  readonly reason?: string | undefined;
  /** The machine reported it; else a person or a detector asked for it. */
  readonly byMachine?: boolean;
  /** What was used, at the end of an attempt. */
  readonly used?: readonly UsedMaterial[];
  readonly retried?: boolean;
}
