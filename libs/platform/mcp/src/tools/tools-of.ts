import type { AgentCall } from '../call/agent-call.js';
import { actionTools } from './action-tools.js';
import { findTools } from './find-tools.js';
import { recordTools } from './record-tools.js';
import type { AgentTool } from './tool.js';
import type { ToolContext } from './tool-context.js';

/** The tools of a call: exactly what it may use. */
export function toolsOf(context: ToolContext, call: AgentCall): readonly AgentTool[] {
  const actions = call.mode === 'direct' ? actionTools(context, call) : findTools(context, call);
  return [...recordTools(context, call), ...actions];
}
