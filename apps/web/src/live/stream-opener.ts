import { ALIVE_MS, type Api, type LiveEvents, SharedStreams } from '@cubit/web-client';
import workerUrl from './stream-worker.ts?sharedworker&url';
import { trustedUrl } from './trusted-url.js';

/** Between two tries to load the code of streams. */
const LOAD_AGAIN_MS = 5_000;

/** Opens event streams by the worker that all tabs share; without such a worker, by the page itself. */
export function streamOpener(api: Api): (path: string) => LiveEvents {
  const streams = new SharedStreams(portOfWorker() ?? portOfPage(api));
  setInterval(() => streams.sayAlive(), ALIVE_MS);
  window.addEventListener('pageshow', () => streams.sayAlive());
  document.addEventListener('visibilitychange', () => streams.sayAlive());
  return (path) => streams.stream(path);
}

function portOfWorker(): MessagePort | null {
  if (typeof SharedWorker === 'undefined') return null;
  try {
    return new SharedWorker(trustedUrl(workerUrl), { name: 'cubit-events' }).port;
  } catch {
    // Private windows of some browsers have the name without the worker.
    return null;
  }
}

/** Messages wait in the port until the code of streams is here. */
function portOfPage(api: Api): MessagePort {
  const { port1, port2 } = new MessageChannel();
  const load = () =>
    import('./page-hub.js').then(
      ({ addToOwnHub }) => addToOwnHub(api, port2),
      () => setTimeout(load, LOAD_AGAIN_MS),
    );
  void load();
  return port1;
}
