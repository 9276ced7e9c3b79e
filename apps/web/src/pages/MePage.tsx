import { MePage as Me } from '@cubit/web-settings';
import { useParams } from '@tanstack/react-router';

export function MePage() {
  const { section = 'account' } = useParams({ strict: false }) as { readonly section?: string };
  return <Me section={section} />;
}
