import { WirePage as Wire } from '@cubit/web-settings';
import { useParams } from '@tanstack/react-router';

export { WiresPage } from '@cubit/web-settings';

export function WirePage() {
  const { id = '' } = useParams({ strict: false }) as { readonly id?: string };
  return <Wire key={id} id={id} />;
}
