export function PreferencesSettings() { return null; }
