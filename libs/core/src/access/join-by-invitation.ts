import type { Transaction } from '../database/transaction.js';
import { hashToken } from './api-token-format.js';
import type { Role } from './role.js';

export interface Joined {
  readonly workspaceId: string;
  readonly slug: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly invitationId: string;
  readonly role: Role;
  /** False: the user was a member before, with a role that stays as it is. */
  readonly isNew: boolean;
}

interface Joiner {
  /** Null where the account could not be made: the invitation is only checked. */
  readonly userId: string | null;
  readonly at: Date;
}

/**
 * Accepts the invitation for the user; null where it is unknown, expired, revoked, accepted before, or of a workspace that is gone.
 * Of two accepts at once, one succeeds. Who wants to leave the invitation open after all throws.
 */
export async function joinByInvitation(tx: Transaction, token: string, { userId, at }: Joiner): Promise<Joined | null> {
  // The token is what names the workspace here.
  const invitation = await tx.db
    .updateTable('invitation')
    .from('workspace')
    .set({ accepted_at: at })
    .whereRef('workspace.id', '=', 'invitation.workspace_id')
    .where('invitation.token_hash', '=', hashToken(token))
    .where('invitation.accepted_at', 'is', null)
    .where('invitation.revoked_at', 'is', null)
    .where('invitation.expires_at', '>', at)
    .where('workspace.deleted_at', 'is', null)
    .returning([
      'workspace.id as workspaceId',
      'workspace.slug',
      'workspace.name',
      'workspace.created_at as createdAt',
      'invitation.id as invitationId',
      'invitation.role',
    ])
    .executeTakeFirst();
  if (!invitation) return null;
  if (userId === null) return { ...invitation, isNew: false };
  const member = await tx.db
    .insertInto('member')
    .values({ workspace_id: invitation.workspaceId, user_id: userId, role: invitation.role, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return { ...invitation, isNew: member !== undefined };
}
