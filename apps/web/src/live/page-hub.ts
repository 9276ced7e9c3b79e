import { type Api, EventStream, StreamHub } from '@cubit/web-client';

/** Connects a page that has no shared worker: the page is the hub of its own streams. */
export function addToOwnHub(api: Api, port: MessagePort): void {
  new StreamHub((path) => new EventStream(api, path)).add(port);
}
