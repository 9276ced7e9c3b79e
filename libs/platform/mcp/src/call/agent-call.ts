import type { Caller, WorkspaceAccess } from '@cubit/core/host';
import type { DatabaseRequest } from '@cubit/database';
import type { Grant } from '../grant/grant.js';
import type { AgentSettings } from '../settings.js';

/** `find`: a few tools that find and run actions. `direct`: a tool for each action. */
export type ToolMode = 'direct' | 'find';

/** One request of an agent, and what it may use. */
export interface AgentCall {
  readonly request: DatabaseRequest;
  readonly workspace: WorkspaceAccess;
  /** The owner of the token, as an agent. */
  readonly caller: Caller;
  readonly tokenName: string;
  readonly grant: Grant;
  readonly settings: AgentSettings;
  readonly mode: ToolMode;
}
