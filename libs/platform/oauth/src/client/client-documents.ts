import { fail } from '@cubit/core';
import type { PostOptions } from '@cubit/notifications';
import { fetchClient, type OauthClient } from './client-document.js';

/**
 * Fetches of one process at the same time. A request with an idempotency key waits inside its transaction, so that more would let slow
 * documents use up the connections of the database.
 */
const MAX_FETCHES = 4;

/** Fetches metadata documents of clients, a few at a time. */
export class ClientDocuments {
  readonly #outbound: PostOptions;
  #running = 0;

  constructor(outbound: PostOptions) {
    this.#outbound = outbound;
  }

  /** Throws `ClientRefused`, and `429` while too many others are fetched. */
  async fetch(id: string): Promise<OauthClient> {
    if (this.#running >= MAX_FETCHES)
      throw fail('rate_limited', 'Too many programs ask to be connected at this moment.', {
        headers: { 'retry-after': '1' },
      });
    this.#running += 1;
    try {
      return await fetchClient(id, this.#outbound);
    } finally {
      this.#running -= 1;
    }
  }
}
