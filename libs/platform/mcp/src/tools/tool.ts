import type { Tool } from '@modelcontextprotocol/server';
import type { AgentCall } from '../call/agent-call.js';
import type { Asked } from '../confirm/asked.js';

/** What a client gets for a tool call besides protocol errors. */
export type ToolOutcome =
  | { readonly type: 'done'; readonly content: unknown }
  | { readonly type: 'ask'; readonly message: string; readonly state: string };

export type Arguments = Readonly<Record<string, unknown>>;

/** A tool in the list of one call. */
export interface AgentTool {
  readonly name: string;
  readonly describe: () => Tool;
  /** Whether this call of it may write, for the limits. */
  readonly writes: (args: Arguments) => boolean;
  run(call: AgentCall, args: Arguments, asked: Asked): Promise<ToolOutcome>;
}

export const done = (content: unknown): ToolOutcome => ({ type: 'done', content });
