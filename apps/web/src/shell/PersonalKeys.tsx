import { KeysProvider } from '@cubit/web-kit';
import { SINGLE_KEYS_SETTING, useApp, usePersonalSetting, useWatched } from '@cubit/web-records';
import { type ReactNode, useEffect, useState } from 'react';

/** What this device knows of the setting: it applies until the settings have loaded. */
const KNOWN = 'cubit-single-keys';
const OFF = 'off';

/** The keys of the app; a person can turn those without a modifier off. */
export function PersonalKeys({ children }: { readonly children: ReactNode }) {
  const { api } = useApp();
  const session = useWatched(api.session);
  const [singleKeys, setSingleKeys] = useState(() => localStorage.getItem(KNOWN) !== OFF);
  return (
    <KeysProvider singleKeys={singleKeys}>
      {session === 'signed-in' && <SingleKeys onChange={setSingleKeys} />}
      {children}
    </KeysProvider>
  );
}

/** Reads the setting only with a session: without one the request would be refused. */
function SingleKeys({ onChange }: { readonly onChange: (on: boolean) => void }) {
  const [on, , { loaded }] = usePersonalSetting(SINGLE_KEYS_SETTING, true);
  useEffect(() => {
    if (!loaded) return;
    if (on) localStorage.removeItem(KNOWN);
    else localStorage.setItem(KNOWN, OFF);
    onChange(on);
  }, [on, loaded, onChange]);
  return null;
}
