import { setTimeout as delay } from 'node:timers/promises';
import type { ChannelContext, DeliveryOutcome, Mailer } from '@cubit/core';
import { guardedPost, type PostOptions } from '../outbound/guarded-post.js';
import { PostFailure } from '../outbound/post-failure.js';
import { RefusedTarget } from '../outbound/target.js';

/** In all for one delivery, whatever its channel does. */
const SEND_TIMEOUT_MS = 30_000;

export interface WaysOutOptions {
  readonly post: PostOptions;
  readonly mailer: Mailer;
  readonly publicUrl: () => string;
}

/** What became of a delivery. */
export interface Outcome {
  readonly state: 'delivered' | 'failed' | 'refused';
  readonly status: number | null;
  readonly error: string | null;
}

export function refused(error: string): Outcome {
  return { state: 'refused', status: null, error };
}

class MailFailure extends Error {
  override readonly name = 'MailFailure';
}

export function waysOut({ post, mailer, publicUrl }: WaysOutOptions): ChannelContext {
  return {
    get publicUrl() {
      return publicUrl();
    },
    post: (request) => guardedPost(request, post),
    async mail(mail) {
      try {
        await mailer.send(mail);
      } catch (error) {
        throw new MailFailure(mailReason(error), { cause: error });
      }
    },
  };
}

/** Sends, once. Never throws: what a channel throws is what became of it; a defect is reported and told as one. */
export async function outcomeOf(
  send: () => Promise<DeliveryOutcome>,
  report: (error: unknown) => void,
): Promise<Outcome> {
  const late = new AbortController();
  try {
    const timeUp = delay(SEND_TIMEOUT_MS, undefined, { signal: late.signal }).then(() => {
      throw new PostFailure(`It was not sent within ${SEND_TIMEOUT_MS / 1_000} s.`);
    });
    timeUp.catch(() => {});
    const { delivered, status, error } = await Promise.race([send(), timeUp]);
    return { state: delivered ? 'delivered' : 'failed', status, error };
  } catch (error) {
    if (error instanceof RefusedTarget) return refused(error.message);
    if (error instanceof PostFailure || error instanceof MailFailure)
      return { state: 'failed', status: null, error: error.message };
    report(error);
    return { state: 'failed', status: null, error: 'A defect of the channel; the log of the server tells more.' };
  } finally {
    late.abort();
  }
}

/** What the mail server said names no secret; what the connection said may name where the server is. */
function mailReason(error: unknown): string {
  const { responseCode, code } = (error ?? {}) as { readonly responseCode?: number; readonly code?: string };
  if (responseCode !== undefined) return `The mail server answered ${responseCode}.`;
  return `The mail could not be handed to the mail server${code === undefined ? '' : `: ${code}`}.`;
}
