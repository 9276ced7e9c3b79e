import type { KernelServices } from '../kernel/services.js';
import type { Sessions } from './sessions.js';
import type { TokenUsage } from './token-usage.js';

/** What the routes of this folder are made of. */
export interface AccessParts {
  readonly services: KernelServices;
  readonly sessions: Sessions;
  readonly tokenUsage: TokenUsage;
}
