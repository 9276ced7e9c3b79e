import type { NotificationInput } from '@cubit/core';
import type { WorkspaceScope } from './workspace-scope.js';

/** Notifies members. The notifications platform provides one (`CapabilityFactory.provides`). */
export interface NoticePort {
  /** Writes the notice in the transaction. Returns the number of recipients. */
  send(transaction: WorkspaceScope, notice: NotificationInput): Promise<{ readonly recipients: number }>;
}

/** For a service without the notifications platform: no member is notified. */
export const noNotices: NoticePort = { send: () => Promise.resolve({ recipients: 0 }) };
