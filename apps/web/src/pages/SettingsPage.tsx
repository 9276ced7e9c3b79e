import { SettingsPage as Settings } from '@cubit/web-settings';
import { useParams } from '@tanstack/react-router';

export function SettingsPage() {
  const { section = 'workspace' } = useParams({ strict: false }) as { readonly section?: string };
  return <Settings section={section} />;
}
