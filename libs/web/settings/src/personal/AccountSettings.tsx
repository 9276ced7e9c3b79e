import type { Me } from '@cubit/web-client';
import { Checkbox, RadioGroup, Switch, TextField } from '@cubit/web-kit/forms';
import {
  applyTheme,
  queryKeys,
  SINGLE_KEYS_SETTING,
  storedTheme,
  type Theme,
  THEMES,
  useApp,
  useMe,
  usePersonalSetting,
} from '@cubit/web-records';
import { useChanges } from '@cubit/web-records/changes';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryState, SavedForm, SettingsSection, useForm } from '../parts/index.js';

/** Name and address, password, looks and keys. */
export function AccountSettings() {
  const me = useMe();
  return (
    <QueryState query={me}>
      {(person) => (
        <>
          <SettingsSection title="Profile" narrow>
            <ProfileForm key={`${person.name} ${person.email}`} me={person} />
          </SettingsSection>
          <SettingsSection title="Password" lead="Ends your sessions on other devices." narrow>
            <PasswordForm />
          </SettingsSection>
          <SettingsSection title="This app" narrow>
            <AppSettings />
          </SettingsSection>
        </>
      )}
    </QueryState>
  );
}

function ProfileForm({ me }: { readonly me: Me }) {
  const { api } = useApp();
  const { change } = useChanges();
  const queries = useQueryClient();
  const patch = async (body: unknown) => {
    await api.patch('/me', body);
    await queries.invalidateQueries({ queryKey: queryKeys.me() });
  };
  const before = { name: me.name, email: me.email };
  const state = useForm({
    initial: { ...before, current_password: '' },
    shown: (at) => at === 'name' || at === 'email' || at === 'current_password',
    send: ({ name, email, current_password: password }) => {
      const newAddress = email !== me.email;
      return change({
        run: () => patch({ name, email, ...(newAddress && password !== '' && { current_password: password }) }),
        // A new address needs the password, which is not kept.
        ...(!newAddress && { undo: () => patch({ name: me.name }) }),
        done: 'Saved your profile',
      });
    },
  });
  const { values, set, fault } = state;
  return (
    <SavedForm label="Profile" state={state}>
      <TextField
        label="Name"
        name="name"
        required
        autoComplete="name"
        value={values.name}
        onChange={(name) => set('name', name)}
        error={fault('name')}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        required
        autoComplete="email"
        value={values.email}
        onChange={(email) => set('email', email)}
        error={fault('email')}
      />
      {values.email !== me.email && (
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          description="A new address needs it."
          value={values.current_password}
          onChange={(text) => set('current_password', text)}
          error={fault('current_password')}
        />
      )}
    </SavedForm>
  );
}

const NO_PASSWORD = { current_password: '', password: '', revoke_tokens: false };

function PasswordForm() {
  const { api } = useApp();
  const { change } = useChanges();
  const state = useForm({
    initial: NO_PASSWORD,
    shown: (at) => at in NO_PASSWORD,
    send: async ({ revoke_tokens: revoke, ...body }) => {
      await change({
        run: () => api.patch('/me', { ...body, ...(revoke && { revoke_tokens: true }) }),
        done: 'Changed your password',
        refresh: revoke ? ['/me/api-tokens'] : [],
      });
      state.replace(NO_PASSWORD);
    },
  });
  const { values, set, fault } = state;
  return (
    <SavedForm label="Password" save="Change password" state={state}>
      <TextField
        label="Current password"
        name="current_password"
        type="password"
        autoComplete="current-password"
        required
        value={values.current_password}
        onChange={(text) => set('current_password', text)}
        error={fault('current_password')}
      />
      <TextField
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        description="At least 10 characters, and not easy to guess."
        value={values.password}
        onChange={(text) => set('password', text)}
        error={fault('password')}
      />
      <Checkbox
        label="Also revoke my API tokens"
        value={values.revoke_tokens}
        onChange={(revoke) => set('revoke_tokens', revoke)}
      />
    </SavedForm>
  );
}

function AppSettings() {
  const [theme, setTheme] = useState<Theme>(storedTheme);
  const [keys, setKeys, { loaded }] = usePersonalSetting(SINGLE_KEYS_SETTING, true);
  const choose = (next: string) => {
    applyTheme(next as Theme);
    setTheme(next as Theme);
  };
  return (
    <>
      <RadioGroup label="Theme" description="On this device." inline value={theme} choices={THEMES} onChange={choose} />
      <Switch
        label="Keyboard shortcuts"
        description="Single keys, such as C to create and / to search. Keys with Ctrl or Cmd always work."
        value={keys}
        disabled={!loaded}
        onChange={setKeys}
      />
    </>
  );
}
