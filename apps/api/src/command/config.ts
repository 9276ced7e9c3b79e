import { type SettingEntry, SETTING_ENTRIES, type SettingName } from './settings-list.js';

/** A setting as `config` shows it. */
export interface ShownSetting {
  readonly name: SettingName;
  /** Null: none. `(hidden)` in place of a secret. */
  readonly value: string | null;
  readonly source: 'environment' | 'default';
}

const HIDDEN = '(hidden)';

/** Every setting with its value and where the value is from. Secrets are left out. */
export function shownSettings(environment: Readonly<Record<string, string | undefined>>): readonly ShownSetting[] {
  return SETTING_ENTRIES.map(([name, { otherwise, secret }]) => {
    const given = environment[name]?.trim() ?? '';
    if (given === '') return { name, value: otherwise === '' ? null : otherwise, source: 'default' };
    return { name, value: shown(given, secret), source: 'environment' };
  });
}

function shown(value: string, secret: SettingEntry['secret']): string {
  if (secret === undefined) return value;
  if (secret === 'all' || !URL.canParse(value)) return HIDDEN;
  const url = new URL(value);
  if (url.password !== '') url.password = 'hidden';
  // Parameters of a database URL can be `password` and `sslkey`.
  for (const name of url.searchParams.keys())
    if (/pass|secret|key|token/i.test(name)) url.searchParams.set(name, 'hidden');
  return url.href;
}

export function configLines(settings: readonly ShownSetting[], json: boolean): string {
  if (json) return settings.map((setting) => `${JSON.stringify(setting)}\n`).join('');
  const width = Math.max(...settings.map(({ name }) => name.length)) + 2;
  return settings
    .map(
      ({ name, value, source }) => `${name.padEnd(width)}${value ?? ''}${source === 'default' ? '  (default)' : ''}\n`,
    )
    .join('');
}
