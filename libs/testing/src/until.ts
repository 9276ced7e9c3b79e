import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';

const CHECK_EVERY_MS = 20;
/** Far above what a loaded machine needs: this limit ends a test that is broken, and never one that is slow. */
const GIVE_UP_MS = 60_000;

type NotYet = undefined | null | false;

/**
 * Looks again and again until `look` returns something other than `undefined`, `null` and `false`, and returns that.
 * An error of `look` counts as "not yet", so `look` may contain assertions. After 60 s, it throws an error that names
 * `what` and shows the last look. `giveUpMs`: for what is not there in tests that are to fail.
 */
export async function until<Seen>(
  what: string,
  look: () => Seen | Promise<Seen>,
  giveUpMs = GIVE_UP_MS,
): Promise<Exclude<Seen, NotYet>> {
  const deadline = performance.now() + giveUpMs;
  for (;;) {
    const last = await lookOnce(look);
    if ('seen' in last && isSeen(last.seen)) return last.seen;
    if (performance.now() > deadline) throw notSeen(what, last, giveUpMs);
    await sleep(CHECK_EVERY_MS);
  }
}

type Look<Seen> = { readonly seen: Seen } | { readonly error: unknown };

async function lookOnce<Seen>(look: () => Seen | Promise<Seen>): Promise<Look<Seen>> {
  try {
    return { seen: await look() };
  } catch (error) {
    return { error };
  }
}

function isSeen<Seen>(seen: Seen): seen is Exclude<Seen, NotYet> {
  return seen !== undefined && seen !== null && seen !== false;
}

function notSeen(what: string, last: Look<unknown>, giveUpMs: number): Error {
  const waited = `Waited ${giveUpMs / 1_000} s in vain until ${what}.`;
  if ('error' in last) return new Error(`${waited} The last look failed.`, { cause: last.error });
  return new Error(`${waited} The last look showed ${inspect(last.seen, { depth: 4 })}.`);
}
