import type { NotificationInput } from '@cubit/core';
import type { WorkspaceScope } from './workspace-scope.js';

/** Notifies members. The notifications platform provides one (`CapabilityFactory.provides`). */
export interface NoticePort {
  /** Writes the notice in the transaction. Answers how many members it is for. */
  send(transaction: WorkspaceScope, notice: NotificationInput): Promise<{ readonly recipients: number }>;
}

/** For a service without that platform: no member is notified. */
export const noNotices: NoticePort = { send: () => Promise.resolve({ recipients: 0 }) };
