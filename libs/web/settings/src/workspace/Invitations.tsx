import { labelOf } from '@cubit/web-contract';
import type { Role } from '@cubit/web-client';
import { Button, EmptyState, IconButton, RelativeTime } from '@cubit/web-kit';
import { useApp, useWorkspace } from '@cubit/web-records';
import { useChanges } from '@cubit/web-records/changes';
import { useMembers } from '@cubit/web-records/members';
import { useState } from 'react';
import { type Column, ResourceTable, SecretDialog, SettingsSection, useAsk, useList } from '../parts/index.js';
import styles from '../parts/parts.module.css';

export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly bind: boolean;
  readonly invited_by: string;
  readonly created_at: string;
  readonly expires_at: string;
}

export interface NewInvitation extends Invitation {
  readonly token: string;
}

/** The page where an invitation is accepted. */
export function invitationLink({ token }: NewInvitation): string {
  return `${window.location.origin}/join/${token}`;
}

export const LINK_ADVICE =
  'Copy the link now and send it: it is shown only once. It works until it is accepted, revoked or expires.';

/** Invitations that nobody has accepted yet. */
export function Invitations({ onInvite }: { readonly onInvite: () => void }) {
  const { path } = useWorkspace();
  const list = useList<Invitation>(path('/invitations'));
  const members = useMembers();
  const [renewed, setRenewed] = useState<NewInvitation>();
  const [question, actions] = useActions(setRenewed);
  const columns: readonly Column<Invitation>[] = [
    {
      id: 'email',
      title: 'Email',
      cell: ({ email, bind }) => (
        <span className={styles.cellMain}>
          <span>{email}</span>
          {!bind && <span className={styles.muted}>Every person with the link can accept</span>}
        </span>
      ),
    },
    { id: 'role', title: 'Role', fit: true, cell: ({ role }) => labelOf(role) },
    {
      id: 'by',
      title: 'Invited by',
      fit: true,
      cell: ({ invited_by: id }) => members.get(id ?? '')?.name ?? 'Former member',
    },
    { id: 'expires', title: 'Expires', fit: true, cell: ({ expires_at: at }) => <RelativeTime at={at} /> },
    { id: 'actions', title: 'Actions', actions: true, cell: actions },
  ];
  return (
    <SettingsSection title="Invitations" lead="Sent, but not accepted yet.">
      <ResourceTable
        label="Invitations"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <EmptyState
            icon="mail"
            title="No open invitations"
            action={<Button onPress={onInvite}>Invite somebody</Button>}
          >
            An invitation is a link with which somebody joins in the role that you choose.
          </EmptyState>
        }
      />
      {renewed && (
        <SecretDialog
          title={`New link for ${renewed.email}`}
          secrets={[{ title: 'Link', value: invitationLink(renewed) }]}
          advice={LINK_ADVICE}
          onClose={() => setRenewed(undefined)}
        />
      )}
      {question}
    </SettingsSection>
  );
}

function useActions(onRenewed: (invitation: NewInvitation) => void) {
  const { api } = useApp();
  const { path } = useWorkspace();
  const { attempt } = useChanges();
  const [question, ask] = useAsk();
  const base = path('/invitations');
  const renew = ({ id, email, role, bind }: Invitation) =>
    attempt({
      run: async () => {
        await api.delete(`${base}/${id}`);
        onRenewed(await api.post<NewInvitation>(base, { email, role, bind }));
      },
      done: `Made a new link for ${email}; the old one no longer works`,
      refresh: [base],
    });
  const revoke = ({ id, email }: Invitation) =>
    attempt({ run: () => api.delete(`${base}/${id}`), done: `Revoked the invitation of ${email}`, refresh: [base] });
  const actions = (invitation: Invitation) => (
    <div className={styles.actions}>
      <Button size="small" label={`New link for ${invitation.email}`} onPress={() => void renew(invitation)}>
        New link
      </Button>
      <IconButton
        icon="x"
        size="small"
        label={`Revoke the invitation of ${invitation.email}`}
        onPress={() =>
          ask({
            title: 'Revoke the invitation?',
            text: `The link for ${invitation.email} stops working.`,
            confirm: 'Revoke',
            run: () => revoke(invitation),
          })
        }
      />
    </div>
  );
  return [question, actions] as const;
}
