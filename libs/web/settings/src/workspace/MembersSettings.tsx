import { labelOf } from '@cubit/web-contract';
import type { Role } from '@cubit/web-client';
import { Avatar, Badge, Button, EmptyState, IconButton, RelativeTime } from '@cubit/web-kit';
import { Select } from '@cubit/web-kit/forms';
import { queryKeys, useApp, useGo, useMe, useWorkspace } from '@cubit/web-records';
import { useChanges } from '@cubit/web-records/changes';
import type { Member } from '@cubit/web-records/members';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Column, ResourceTable, RoleNote, SettingsSection, useAsk, useList, useRole } from '../parts/index.js';
import styles from '../parts/parts.module.css';
import { Invitations } from './Invitations.js';
import { InviteDialog } from './InviteDialog.js';
import { roleChoices } from './roles.js';

/** Everybody in the workspace, and who is invited. */
export function MembersSettings() {
  const { path } = useWorkspace();
  const list = useList<Member>(path('/members'));
  const { admin } = useRole();
  const [inviting, setInviting] = useState(false);
  const [question, columns] = useColumns();
  const invite = (
    <Button variant="primary" icon="user-plus" onPress={() => setInviting(true)} drive="action:invite">
      Invite
    </Button>
  );
  return (
    <>
      <RoleNote what="invite people, change roles and remove members" />
      <SettingsSection title="People" actions={admin && invite}>
        <ResourceTable
          label="Members"
          list={list}
          columns={columns}
          rowKey={({ user_id: id }) => id}
          empty={<EmptyState icon="users" title="Nobody yet" />}
        />
      </SettingsSection>
      {admin && <Invitations onInvite={() => setInviting(true)} />}
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {question}
    </>
  );
}

function useColumns() {
  const { admin } = useRole();
  const { data: me } = useMe();
  const [question, ask] = useAsk();
  const columns: readonly Column<Member>[] = [
    { id: 'person', title: 'Person', cell: (member) => <Person member={member} own={member.user_id === me?.id} /> },
    {
      id: 'role',
      title: 'Role',
      fit: true,
      cell: (member) => (admin ? <RoleSelect member={member} /> : labelOf(member.role)),
    },
    { id: 'joined', title: 'Joined', fit: true, cell: ({ created_at: at }) => <RelativeTime at={at} /> },
    {
      id: 'actions',
      title: 'Actions',
      actions: true,
      cell: (member) => <RemoveButton member={member} own={member.user_id === me?.id} ask={ask} />,
    },
  ];
  return [question, columns] as const;
}

function Person({ member, own }: { readonly member: Member; readonly own: boolean }) {
  return (
    <span className={styles.person}>
      <Avatar name={member.name} seed={member.user_id} size={24} labelled={false} />
      <span className={styles.cellMain}>
        <span>
          {member.name} {own && <Badge>You</Badge>}
        </span>
        <span className={styles.muted}>{member.email}</span>
      </span>
    </span>
  );
}

function RoleSelect({ member }: { readonly member: Member }) {
  const { api } = useApp();
  const { role: ownRole } = useRole();
  const members = useWorkspace().path('/members');
  const queries = useQueryClient();
  const { attempt } = useChanges();
  const put = async (role: Role) => {
    await api.patch(`${members}/${member.user_id}`, { role });
    await queries.invalidateQueries({ queryKey: queryKeys.ui() });
  };
  if (member.role === 'owner' && ownRole !== 'owner') return labelOf(member.role);
  return (
    <Select
      label={`Role of ${member.name}`}
      hideLabel
      compact
      required
      value={member.role}
      choices={roleChoices(ownRole)}
      onChange={(next) => {
        const role = next as Role;
        const done = `${member.name} is now ${labelOf(role).toLowerCase()}`;
        void attempt({ run: () => put(role), undo: () => put(member.role), done, refresh: [members] });
      }}
    />
  );
}

interface RemoveButtonProps {
  readonly member: Member;
  readonly own: boolean;
  readonly ask: ReturnType<typeof useAsk>[1];
}

/** Everybody may leave; admins remove others. */
function RemoveButton({ member, own, ask }: RemoveButtonProps) {
  const { api } = useApp();
  const { admin, role } = useRole();
  const members = useWorkspace().path('/members');
  const { attempt } = useChanges();
  const go = useGo();
  const queries = useQueryClient();
  if (!admin || (member.role === 'owner' && role !== 'owner')) return null;
  const remove = async () => {
    const done = own ? 'You left the workspace' : `Removed ${member.name}`;
    const refresh = own ? [] : [members];
    const gone = await attempt({ run: () => api.delete(`${members}/${member.user_id}`), done, refresh });
    if (!gone || !own) return;
    queries.clear();
    go('/workspaces');
  };
  const label = own ? 'Leave the workspace' : `Remove ${member.name}`;
  const text = own
    ? 'You can come back only if somebody invites you again.'
    : `${member.name} can no longer open this workspace. Records keep the name. To come back, ${member.name} needs a new invitation.`;
  const question = { title: `${label}?`, text, confirm: label, run: remove };
  return <IconButton icon={own ? 'log-out' : 'x'} size="small" label={label} onPress={() => ask(question)} />;
}
