import type { RateLimiter } from '@cubit/http';
import type { KernelServices } from '@cubit/records';
import type { CapabilityHost } from '@cubit/runtime';

/** What the routes of displays work with. */
export interface DisplayContext extends Pick<CapabilityHost, 'endStreams' | 'flushDisplayUsage'> {
  readonly services: KernelServices;
  /** Counts the codes that people type; null: no limit. */
  readonly limiter: () => RateLimiter | null;
}
