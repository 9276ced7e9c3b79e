import type { Transaction } from '@cubit/database';
import { fail } from '@cubit/core';
import type { Role } from '@cubit/core/host';
import { hashToken } from '../credential/api-token-format.js';
import { emailKey } from '../credential/email-address.js';

export interface JoinResult {
  readonly workspaceId: string;
  readonly slug: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly invitationId: string;
  readonly role: Role;
  /** False: the user was already a member, and keeps the role. */
  readonly isNew: boolean;
}

interface JoiningUser {
  /** Null if the account could not be created: the invitation is only checked. */
  readonly userId: string | null;
  readonly email: string;
  readonly at: Date;
}

/**
 * Accepts the invitation for the user; returns null if it is unknown, expired, revoked, accepted, or of a deleted workspace.
 * Throws `403` if it is for another address. Of concurrent accepts, one succeeds. To leave the invitation open after all, throw
 * in the same transaction.
 */
export async function joinByInvitation(
  tx: Transaction,
  token: string,
  { userId, email, at }: JoiningUser,
): Promise<JoinResult | null> {
  // The token identifies the workspace here.
  const found = await tx.db
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
      'invitation.email',
      'invitation.bind',
    ])
    .executeTakeFirst();
  if (!found) return null;
  const { email: invited, bind, ...invitation } = found;
  if (bind && emailKey(invited) !== emailKey(email))
    throw fail('forbidden', `The invitation is for ${maskedEmail(invited)}: sign in or register with that address.`);
  if (userId === null) return { ...invitation, isNew: false };
  const member = await tx.db
    .insertInto('member')
    .values({ workspace_id: invitation.workspaceId, user_id: userId, role: invitation.role, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return { ...invitation, isNew: member !== undefined };
}

/** Masks an address so that only its owner recognises it. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const [first = ''] = email;
  return `${first}***${email.slice(at)}`;
}
