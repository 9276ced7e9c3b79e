import { EditWirePage as EditWire, WirePage as Wire, WireRunPage as WireRun } from '@cubit/web-settings/wires';
import { useParams } from '@tanstack/react-router';

export { NewWirePage, WiresPage } from '@cubit/web-settings/wires';

function useIds(): { readonly id: string; readonly run: string } {
  const { id = '', run = '' } = useParams({ strict: false }) as { readonly id?: string; readonly run?: string };
  return { id, run };
}

export function WirePage() {
  const { id } = useIds();
  return <Wire key={id} id={id} />;
}

export function EditWirePage() {
  const { id } = useIds();
  return <EditWire key={id} id={id} />;
}

export function WireRunPage() {
  const { id, run } = useIds();
  return <WireRun key={run} wire={id} run={run} />;
}
