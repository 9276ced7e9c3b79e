import type { Keyed } from './query-keys.js';

/** Whether a query is a list or a resource of which the path begins so. */
export const isBelow =
  (start: string) =>
  ({ queryKey: [what, , path] }: Keyed): boolean =>
    (what === 'list' || what === 'item') && String(path).startsWith(start);

/** Whether a query is the person who is signed in. */
export const isMe = ({ queryKey }: Keyed): boolean => queryKey.length === 1 && queryKey[0] === 'me';
