import type { Actor, Cause } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';

/** The stored input of a module's job. */
export interface ModuleJobInput {
  /** Of the transaction that created the job: its own transactions have the same. */
  readonly actor: Actor;
  /** The wire run that created the job, so that chains of wires through jobs have an end too. */
  readonly cause: Cause | null;
  readonly input: unknown;
}

export interface NewModuleJob {
  readonly workspaceId: string;
  readonly id: string;
  /** Id of the declared job. */
  readonly type: string;
  readonly input: ModuleJobInput;
  readonly delayMs: number;
  /** The user who created it; null for the system. */
  readonly createdBy: string | null;
}

/** Creates the jobs of modules. The jobs platform provides one (`CapabilityFactory.provides`). */
export interface JobPort {
  /** In one statement. A job whose id exists is not created again. */
  enqueue(tx: Transaction, jobs: readonly NewModuleJob[]): Promise<void>;
}

/** For a service without the jobs platform: an action that creates a job fails. */
export const noJobs: JobPort = {
  enqueue: () => Promise.reject(new Error('This service runs no jobs: it was assembled without the jobs platform.')),
};
