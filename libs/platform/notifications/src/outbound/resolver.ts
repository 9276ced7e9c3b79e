import { lookup, Resolver } from 'node:dns/promises';

/** Every address of a name; empty or rejected where there is none. */
export type Resolve = (host: string) => Promise<readonly string[]>;

const TIMEOUT_MS = 1_500;
const TRIES = 2;
/**
 * The system's own look-up (hosts file, mDNS) holds one of the few threads that the whole process shares for as long as it likes: only so
 * many of them are ever taken.
 */
const SYSTEM_LOOKUPS = 2;
const ANSWERS_NOTHING = new Set(['ENOTFOUND', 'ENODATA']);

/** Asks the name servers, and the system for names that they do not know. */
export function createResolver(): Resolve {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  let busy = 0;

  async function ask(host: string): Promise<readonly string[]> {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found;
    const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as Error] : []));
    const [failure] = failures.filter((error) => !ANSWERS_NOTHING.has(codeOf(error)));
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
