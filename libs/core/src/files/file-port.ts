import type { Files } from '../contract/files.js';
import type { Transaction } from '../database/transaction.js';
import type { WorkspaceTransaction } from '../workspace/workspace-transaction.js';

/** Whoever keeps files: the files platform brings one (`Capability.files`). */
export interface FilePort {
  /** What module code of the transaction is handed. */
  open(transaction: WorkspaceTransaction): Files;
  /** Those of the ids that are files of the workspace, held against removal until the transaction ends. One statement. */
  hold(tx: Transaction, workspaceId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** A service without that platform has no files: no id is one. */
export const noFiles: FilePort = {
  open: () => ({ create: refuse, read: refuse }),
  hold: () => Promise.resolve(new Set()),
};

function refuse(): Promise<never> {
  return Promise.reject(new Error('This service keeps no files: it was put together without the files platform.'));
}
