import { Avatar, Menu } from '@cubit/web-kit';
import { applyTheme, storedTheme, type Theme, THEMES, useApp, useGo, useMe } from '@cubit/web-records';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@cubit/web-kit';
import { forgetPerson } from './forget-person.js';
import { openKeyHelp } from './shell-state.js';

/** The person who is signed in: account, theme, sign out. */
export function PersonMenu() {
  const { api } = useApp();
  const { data: me } = useMe();
  const queries = useQueryClient();
  const go = useGo();
  const [theme, setTheme] = useState(storedTheme);
  const choose = (next: Theme) => {
    applyTheme(next);
    setTheme(next);
  };
  const signOut = async () => {
    await api.delete('/me/session').catch(() => undefined);
    forgetPerson();
    queries.clear();
    go('/sign-in');
  };
  const name = me?.name ?? '';
  return (
    <Menu
      label="Account"
      placement="bottom end"
      trigger={
        <Button variant="quiet" label={name === '' ? 'Account' : `Account of ${name}`}>
          <Avatar name={name} seed={me?.id} labelled={false} />
        </Button>
      }
      groups={[
        {
          entries: [
            { id: 'account', title: 'Account', icon: 'user', href: '/me', hint: me?.email ?? '' },
            { id: 'keys', title: 'Keyboard shortcuts', icon: 'keyboard', keys: '?', onSelect: openKeyHelp },
          ],
        },
        {
          title: 'Theme',
          entries: THEMES.map(({ id, title, icon }) => ({
            ...{ id, title, icon, checked: theme === id },
            onSelect: () => choose(id),
          })),
        },
        { entries: [{ id: 'sign-out', title: 'Sign out', icon: 'log-out', onSelect: () => void signOut() }] },
      ]}
    />
  );
}
