import { lookup, Resolver } from 'node:dns/promises';

/** Returns every address of a host name. Empty, or rejects, if there is none. */
export type Resolve = (host: string) => Promise<readonly string[]>;

const TIMEOUT_MS = 1_500;
const TRIES = 2;
/**
 * Maximum number of concurrent system lookups (hosts file, mDNS). Each one blocks a thread of the pool that the whole process shares.
 */
const SYSTEM_LOOKUPS = 2;
const NOT_FOUND_CODES = new Set(['ENOTFOUND', 'ENODATA']);

/** Asks the name servers, and the system for names that the servers do not know. */
export function createResolver(): Resolve {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  let busy = 0;

  async function ask(host: string): Promise<readonly string[]> {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found;
    const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as Error] : []));
    const [failure] = failures.filter((error) => !NOT_FOUND_CODES.has(codeOf(error)));
    if (failure) throw failure;
    return [];
  }

  return async (host) => {
    if (host === 'localhost' || host.endsWith('.localhost')) return ['127.0.0.1', '::1'];
    const found = await ask(host);
    if (found.length > 0 || busy >= SYSTEM_LOOKUPS) return found;
    busy += 1;
    try {
      return (await lookup(host, { all: true })).map(({ address }) => address);
    } finally {
      busy -= 1;
    }
  };
}

function codeOf(error: Error): string {
  return (error as { readonly code?: string }).code ?? '';
}
