import { Api, EventStream, StreamHub } from '@cubit/web-client';

/** A shared worker, as far as it is used here: the types of pages have no worker. */
interface WorkerScope {
  onconnect: ((event: MessageEvent) => void) | null;
}

const DROP_MS = 30_000;
const api = new Api();
const hub = new StreamHub((path) => new EventStream(api, path));
setInterval(() => hub.dropSilent(), DROP_MS);
(globalThis as unknown as WorkerScope).onconnect = ({ ports: [port] }) => port && hub.add(port);
