import { setTimeout as delay } from 'node:timers/promises';
import type { ChannelContext, DeliveryOutcome } from '@cubit/core/host';
import type { Mailer } from '@cubit/access';
import { MailFailure, mailFailure } from '../mail/mail-failure.js';
import { guardedPost, type PostOptions } from '../outbound/guarded-post.js';
import { PostFailure } from '../outbound/post-failure.js';
import { RefusedTarget } from '../outbound/target.js';

/** Limit for one delivery, whatever its channel does. */
const SEND_TIMEOUT_MS = 30_000;

export interface ChannelContextOptions {
  readonly post: PostOptions;
  readonly mailer: Mailer;
  readonly publicUrl: () => string;
}

/** Result of a delivery. */
export interface DeliveryResult {
  readonly state: 'delivered' | 'failed' | 'refused';
  readonly status: number | null;
  readonly error: string | null;
}

export function refused(error: string): DeliveryResult {
  return { state: 'refused', status: null, error };
}

export function createChannelContext({ post, mailer, publicUrl }: ChannelContextOptions): ChannelContext {
  return {
    get publicUrl() {
      return publicUrl();
    },
    post: (request) => guardedPost(request, post),
    async mail(mail) {
      try {
        await mailer.send(mail);
      } catch (error) {
        throw mailFailure(error);
      }
    },
  };
}

/** Sends once. Never throws: an expected error of the channel becomes the result; any other error is also reported. */
export async function sendOnce(
  send: () => Promise<DeliveryOutcome>,
  report: (error: unknown) => void,
): Promise<DeliveryResult> {
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
    return { state: 'failed', status: null, error: 'The channel failed unexpectedly. See the server log for details.' };
  } finally {
    late.abort();
  }
}
