import type { Transaction } from '@cubit/database';
import { errorOf, fail, notFound } from '@cubit/core';
import { type Role, roleIncludes } from '@cubit/core/host';

/** A membership change: by whom, to whom. `role` null removes the member. */
export interface MembershipChange {
  readonly workspaceId: string;
  readonly callerId: string;
  readonly memberId: string;
  readonly role: Role | null;
}

/**
 * Changes a member's role, or removes the member. Admins manage members below owner, only owners promote and demote owners, every
 * member may leave, and the last owner cannot be removed. Returns the previous role.
 */
export async function changeMembership(tx: Transaction, change: MembershipChange): Promise<Role> {
  const { workspaceId, callerId, memberId, role } = change;
  // Locks all owners in one order: of two who leave at once, the second sees that the first has left.
  const members = await tx.db
    .selectFrom('member')
    .select(['user_id', 'role'])
    .where('workspace_id', '=', workspaceId)
    .where((or) => or.or([or('user_id', 'in', [callerId, memberId]), or('role', '=', 'owner')]))
    .orderBy('user_id')
    .forUpdate()
    .execute();
  const roleOf = (userId: string) => members.find((member) => member.user_id === userId)?.role;
  const callerRole = roleOf(callerId);
  // The role may have changed since the request was authenticated.
  if (callerRole === undefined) throw notFound('Workspace');
  const leaves = role === null && callerId === memberId;
  if (!leaves && !roleIncludes(callerRole, 'admin')) throw forbidden('admin');
  const before = roleOf(memberId);
  if (before === undefined) throw notFound('Member');
  const concernsOwner = before === 'owner' || role === 'owner';
  if (!leaves && concernsOwner && callerRole !== 'owner') throw forbidden('owner');
  const owners = members.filter((member) => member.role === 'owner').length;
  if (before === 'owner' && role !== 'owner' && owners === 1)
    throw fail('conflict', 'The last owner can neither leave nor be demoted.');
  await apply(tx, change);
  return before;
}

async function apply(tx: Transaction, { workspaceId, memberId, role }: MembershipChange): Promise<void> {
  if (role === null) {
    await tx.db.deleteFrom('member').where('workspace_id', '=', workspaceId).where('user_id', '=', memberId).execute();
    return;
  }
  await tx.db
    .updateTable('member')
    .set({ role })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', memberId)
    .execute();
}

function forbidden(needed: Role) {
  return errorOf('forbidden', `This needs the role ${needed} in the workspace.`);
}
