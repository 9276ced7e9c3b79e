import type { Role } from '@cubit/web-client';
import { Checkbox, RadioGroup, TextField } from '@cubit/web-kit/forms';
import { useApp, useWorkspace } from '@cubit/web-records';
import { useChanges } from '@cubit/web-records/changes';
import { useState } from 'react';
import { FormDialog, SecretDialog, useForm, useRole } from '../parts/index.js';
import { invitationLink, LINK_ADVICE, type NewInvitation } from './Invitations.js';
import { roleChoices } from './roles.js';

const SHOWN = new Set(['email', 'role', 'bind']);

/** Address and role, then the link to send. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { api } = useApp();
  const { path } = useWorkspace();
  const { role } = useRole();
  const { change } = useChanges();
  const [made, setMade] = useState<NewInvitation>();
  const base = path('/invitations');
  const state = useForm({
    initial: { email: '', role: 'member' as Role, bind: true },
    shown: (at) => SHOWN.has(at),
    send: async (body) => {
      const invitation = await change({
        run: () => api.post<NewInvitation>(base, body),
        undo: ({ id }) => api.delete(`${base}/${id}`),
        done: `Invited ${body.email}`,
        refresh: [base],
      });
      setMade(invitation);
    },
  });
  if (made)
    return (
      <SecretDialog
        title={`Invitation for ${made.email}`}
        secrets={[{ title: 'Link', value: invitationLink(made) }]}
        advice={LINK_ADVICE}
        onClose={onClose}
      />
    );
  const { email, bind, role: given } = state.values;
  return (
    <FormDialog title="Invite somebody" save="Create invitation" state={state} onClose={onClose}>
      <TextField
        label="Email"
        name="email"
        type="email"
        required
        autoFocus
        value={email}
        onChange={(text) => state.set('email', text)}
        error={state.fault('email')}
      />
      <RadioGroup
        label="Role"
        name="role"
        value={given}
        choices={roleChoices(role)}
        onChange={(next) => state.set('role', next as Role)}
        error={state.fault('role')}
      />
      <Checkbox
        label="Only for the account with this address"
        description="Otherwise every person who has the link can accept it."
        value={bind}
        onChange={(next) => state.set('bind', next)}
      />
    </FormDialog>
  );
}
