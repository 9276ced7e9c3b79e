export type Theme = 'system' | 'light' | 'dark';

export const THEMES: readonly {
  readonly id: Theme;
  readonly title: string;
  readonly icon: 'monitor' | 'sun' | 'moon';
}[] = [
  { id: 'system', title: 'As the system', icon: 'monitor' },
  { id: 'light', title: 'Light', icon: 'sun' },
  { id: 'dark', title: 'Dark', icon: 'moon' },
];

const KEY = 'cubit-theme';

/** The theme is kept on the device, so that the first paint has it. */
export function storedTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function applyTheme(theme: Theme = storedTheme()): void {
  if (theme === 'system') {
    localStorage.removeItem(KEY);
    delete document.documentElement.dataset['theme'];
    return;
  }
  localStorage.setItem(KEY, theme);
  document.documentElement.dataset['theme'] = theme;
}
