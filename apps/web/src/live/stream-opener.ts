import { ALIVE_MS, type Api, EventStream, type LiveEvents, SharedStreams } from '@cubit/web-client';
import workerUrl from './stream-worker.ts?sharedworker&url';
import { trustedUrl } from './trusted-url.js';

/** Opens event streams by the worker that all tabs share; without such a worker, by the page itself. */
export function streamOpener(api: Api): (path: string) => LiveEvents {
  const shared = connectWorker();
  return (path) => shared?.stream(path) ?? new EventStream(api, path);
}

function connectWorker(): SharedStreams | null {
  if (typeof SharedWorker === 'undefined') return null;
  try {
    const { port } = new SharedWorker(trustedUrl(workerUrl), { name: 'cubit-events' });
    const streams = new SharedStreams(port);
    setInterval(() => streams.sayAlive(), ALIVE_MS);
    window.addEventListener('pageshow', () => streams.sayAlive());
    document.addEventListener('visibilitychange', () => streams.sayAlive());
    return streams;
  } catch {
    // Private windows of some browsers have the name without the worker.
    return null;
  }
}
