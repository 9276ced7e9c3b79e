import { Banner } from '@cubit/web-kit';
import { useApp, useWatched, useWorkspace } from '@cubit/web-records';

/** Says that the connection is lost, as long as it is. */
export function ConnectionBanner() {
  const { api } = useApp();
  const { stream } = useWorkspace();
  const online = useWatched(api.online);
  const state = useWatched(stream.state);
  if (online && state !== 'reconnecting') return null;
  return (
    <Banner tone="warn">The connection to the server is lost. Reconnecting. Changes by others may be missing.</Banner>
  );
}
