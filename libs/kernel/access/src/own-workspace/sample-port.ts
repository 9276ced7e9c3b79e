import type { Actor } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';

/** Samples that can be loaded into a new workspace. */
export interface SamplePort {
  /** Names of the samples, each with the modules that it needs. */
  readonly modules: Readonly<Record<string, readonly string[]>>;
  /** Creates the job that loads a sample, in the transaction that creates the workspace. Returns its id. */
  enqueue(
    tx: Transaction,
    job: {
      readonly workspaceId: string;
      readonly sample: string;
      readonly userId: string;
      readonly actor: Actor;
    },
  ): Promise<string>;
}
