import { Banner, EmptyState } from '@cubit/web-kit';
import type { Role } from '@cubit/web-client';
import { useWorkspace } from '@cubit/web-records';
import { useMembers } from '@cubit/web-records/members';
import type { ReactNode } from 'react';

const ORDER: readonly Role[] = ['viewer', 'member', 'admin', 'owner'];

export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  viewer: 'Sees everything, changes nothing',
  member: 'Works with records, tags and views',
  admin: 'Also changes members, modules, fields, wires and integrations',
  owner: 'Also deletes the workspace',
};

export function useRole(): { readonly role: Role; readonly admin: boolean; readonly can: (least: Role) => boolean } {
  const { role } = useWorkspace().ui;
  const can = (least: Role) => ORDER.indexOf(role) >= ORDER.indexOf(least);
  return { role, can, admin: can('admin') };
}

/** Who can do it, by name. */
function useAdmins(): string {
  const members = useMembers();
  const names = [...members.values()]
    .filter(({ role }) => role === 'admin' || role === 'owner')
    .map(({ name }) => name);
  if (names.length === 0) return 'Ask an admin of this workspace.';
  const shown = names.slice(0, 3);
  return `Ask ${new Intl.ListFormat('en', { type: 'disjunction' }).format(shown)}.`;
}

export interface RoleNoteProps {
  /** What the role does not do: "change the modules of this workspace". */
  readonly what: string;
  readonly least?: 'member' | 'admin' | 'owner';
}

const WHO = { member: 'Only members and admins', admin: 'Only admins and owners', owner: 'Only owners' } as const;

/** Above a part that the role may read, but not change. */
export function RoleNote({ what, least = 'admin' }: RoleNoteProps) {
  const { role, can } = useRole();
  const admins = useAdmins();
  if (can(least)) return null;
  return <Banner icon="lock">{`${WHO[least]} ${what}; you are ${article(role)} ${role}. ${admins}`}</Banner>;
}

/** In place of a part that the role may not read: it asks the server nothing. */
export function AdminOnly({ what, children }: { readonly what: string; readonly children: ReactNode }) {
  const { admin } = useRole();
  return admin ? children : <NoAccess what={what} />;
}

function NoAccess({ what }: { readonly what: string }) {
  const { role } = useRole();
  const admins = useAdmins();
  return (
    <EmptyState icon="lock" title={`Only admins and owners ${what}`}>
      {`You are ${article(role)} ${role} of this workspace. An admin can give you the role admin. ${admins}`}
    </EmptyState>
  );
}

function article(role: Role): string {
  return role === 'admin' || role === 'owner' ? 'an' : 'a';
}
