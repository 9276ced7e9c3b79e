import type { Transaction } from '../database/transaction.js';
import { fail, notFound } from '../errors/cubit-error.js';
import { roleIncludes, type Role } from './role.js';

/** A change to who belongs to a workspace: by whom, to whom; `role` null removes. */
export interface MembershipChange {
  readonly workspaceId: string;
  readonly callerId: string;
  readonly memberId: string;
  readonly role: Role | null;
}

/**
 * Changes a member's role, or removes them. Admins manage members below owner, only owners make and unmake owners, everybody may
 * leave, and a workspace never loses its last owner. Answers the role before.
 */
export async function changeMembership(tx: Transaction, change: MembershipChange): Promise<Role> {
  const { workspaceId, callerId, memberId, role } = change;
  // All owners are held, in one order: of two who step down at once, the second sees that the first has gone.
  const held = await tx.db
    .selectFrom('member')
    .select(['user_id', 'role'])
    .where('workspace_id', '=', workspaceId)
    .where((or) => or.or([or('user_id', 'in', [callerId, memberId]), or('role', '=', 'owner')]))
    .orderBy('user_id')
    .forUpdate()
    .execute();
  const roleOf = (userId: string) => held.find((member) => member.user_id === userId)?.role;
  const callerRole = roleOf(callerId);
  // The role of the request may be gone by now.
  if (callerRole === undefined) throw notFound('Workspace');
  const leaves = role === null && callerId === memberId;
  if (!leaves && !roleIncludes(callerRole, 'admin')) throw forbidden('admin');
  const before = roleOf(memberId);
  if (before === undefined) throw notFound('Member');
  const concernsOwner = before === 'owner' || role === 'owner';
  if (!leaves && concernsOwner && callerRole !== 'owner') throw forbidden('owner');
  const owners = held.filter((member) => member.role === 'owner').length;
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
  return fail('forbidden', `This needs the role ${needed} in the workspace.`);
}
