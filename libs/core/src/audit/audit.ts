import { v7 } from 'uuid';
import type { Transaction } from '../database/transaction.js';
import type { Actor } from '../events/actor.js';

/** One thing that an administrator may want to know later: who did what, to what, from where. */
export interface AuditEntry {
  /** Null for what concerns the instance or one user alone (registration, sign-in, API tokens of any workspace). */
  readonly workspaceId: string | null;
  readonly actor: Actor;
  /** `<thing>.<what happened>`: `token.created`, `member.role_changed`. */
  readonly action: string;
  /** What it was done to, by id and in words. Never a secret. */
  readonly target: Readonly<Record<string, unknown>>;
  /** Where the request came from; null for background work. */
  readonly address: string | null;
  /** Whom it concerns, where that is not the actor: the owner of the account that a failed sign-in named. */
  readonly userId?: string | null;
}

/** Writes it in the transaction of the change that it tells of: there is neither without the other. */
export async function audit(tx: Pick<Transaction, 'db' | 'now'>, entry: AuditEntry): Promise<void> {
  const { workspaceId, actor, action, target, address, userId = actor.id } = entry;
  await tx.db
    .insertInto('audit_log')
    .values({
      id: v7(),
      workspace_id: workspaceId,
      at: tx.now,
      user_id: userId,
      actor: JSON.stringify(actor),
      action,
      target: JSON.stringify(target),
      address,
    })
    .execute();
}
