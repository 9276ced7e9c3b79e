import type { CapabilityHost } from '@cubit/runtime';
import type { RouteCalls } from '../call/route-calls.js';
import type { Confirmations } from '../confirm/confirmations.js';

/** What tools work with. */
export interface ToolContext {
  readonly host: Pick<CapabilityHost, 'services' | 'enter'>;
  readonly routes: RouteCalls;
  readonly confirmations: Confirmations;
}
