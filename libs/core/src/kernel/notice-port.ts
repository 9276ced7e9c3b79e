import type { Notice } from '../contract/notice.js';
import type { WorkspaceTransaction } from '../workspace/workspace-transaction.js';

/** Whoever tells people: the notifications platform brings one (`Capability.notices`). */
export interface NoticePort {
  /** Writes the notice in the transaction. Answers how many members it is for. */
  send(transaction: WorkspaceTransaction, notice: Notice): Promise<{ readonly recipients: number }>;
}

/** A service without that platform tells nobody. */
export const noNotices: NoticePort = { send: () => Promise.resolve({ recipients: 0 }) };
