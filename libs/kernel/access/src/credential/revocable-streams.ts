import type { Transaction } from '@cubit/database';

/** Ends event streams when the caller loses access. */
export interface RevocableStreams {
  /** Called in every transaction that revokes a credential, a membership or a workspace. */
  endStreams(tx: Transaction): Promise<void>;
}
