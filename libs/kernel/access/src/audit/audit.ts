import { v7 } from 'uuid';
import type { Transaction } from '@cubit/database';
import type { Actor } from '@cubit/core/host';

/** One entry of the audit log: who did what, to what, from where. */
export interface AuditEntry {
  /** Null for entries of the instance or of one user (registration, sign-in, API tokens for all workspaces). */
  readonly workspaceId: string | null;
  readonly actor: Actor;
  /** `<thing>.<verb in the past tense>`: `token.created`, `member.role_changed`. */
  readonly action: string;
  /** The object of the action: its id and a readable name. Never a secret. */
  readonly target: Readonly<Record<string, unknown>>;
  /** IP address of the request; null for background work. */
  readonly address: string | null;
  /** The user concerned, if not the actor: the owner of the account in a failed sign-in. */
  readonly userId?: string | null;
}

/** Writes an entry in the transaction of the change, so that both commit together. */
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
