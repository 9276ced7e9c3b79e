import { errorOf } from '@cubit/core';
import type { OutboundPort } from '@cubit/records';
import { guardedFetch, type PostOptions } from './guarded-post.js';
import { PostFailure } from './post-failure.js';
import { hostOf, RefusedTarget } from './target.js';

/** Sends the requests of modules. */
export function outboundPort(options: Pick<PostOptions, 'resolve' | 'allowInternal'>): OutboundPort {
  return {
    async send({ url, method, headers, body, timeoutMs, maxBytes, signal }) {
      const message = { method, url: url.href, headers, ...(body !== undefined && { body }) };
      try {
        return await guardedFetch(message, { ...options, timeoutMs, maxBytes, signal });
      } catch (error) {
        signal?.throwIfAborted();
        // Without its cause, which can contain an address or a part of the answer, and would be in the log.
        if (error instanceof PostFailure || error instanceof RefusedTarget)
          throw errorOf('upstream_failed', `${hostOf(url)}: ${error.message}`);
        throw error;
      }
    },
  };
}
