import type { RegisteredAction } from '@cubit/core/host';
import { validationFailed } from '@cubit/core';
import type { AgentCall } from '../call/agent-call.js';
import { actionSchema, hintsOf } from './action-schema.js';
import { runAction, type RunArguments } from './run-action.js';
import { RESERVED_NAMES } from './reserved-names.js';
import type { AgentTool, Arguments } from './tool.js';
import type { ToolContext } from './tool-context.js';

const MAX_NAME = 64;
const MAX_DESCRIPTION = 400;

/** `inventory_use`: unique, since names of modules have no `_`. */
export function toolName({ module, local }: Pick<RegisteredAction, 'module' | 'local'>): string {
  const name = `${module}_${local}`;
  return (RESERVED_NAMES.has(name) ? `${name}_` : name).slice(0, MAX_NAME);
}

/** What an action is for, in a sentence or two. */
export function descriptionOf({ definition }: RegisteredAction): string {
  const text = definition.agent?.description ?? definition.description ?? `${definition.title}.`;
  return text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION - 1)}…` : text;
}

/** One tool for each action. */
export function actionTools(context: ToolContext, call: AgentCall): readonly AgentTool[] {
  return [...call.grant.actions.values()].map((action) => {
    const { effects, title } = action.definition;
    return {
      name: toolName(action),
      describe: () => ({
        name: toolName(action),
        title,
        description: descriptionOf(action),
        inputSchema: actionSchema(action, call.settings.confirm) as { type: 'object' },
        annotations: hintsOf(effects),
      }),
      writes: () => !effects.readOnly,
      run: (one, args, asked) => runAction(context, one, { action, args: readRun(args), asked }),
    };
  });
}

const RUN_MEMBERS = ['record', 'input', 'preview', 'approval', 'confirm'];
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The members of a run. `record` and `input` are checked by the route. */
export function readRun(args: Arguments, others: readonly string[] = []): RunArguments {
  const faults = Object.keys(args)
    .filter((name) => !RUN_MEMBERS.includes(name) && !others.includes(name))
    .map((name) => ({ path: `/${name}`, code: 'unknown', message: 'is not an argument of this tool.' }));
  const { preview, approval, confirm } = args;
  if (preview !== undefined && typeof preview !== 'boolean')
    faults.push({ path: '/preview', code: 'type', message: 'must be a boolean.' });
  if (approval !== undefined && !(typeof approval === 'string' && UUID.test(approval)))
    faults.push({ path: '/approval', code: 'format', message: 'must be the id of an approval.' });
  if (confirm !== undefined && typeof confirm !== 'string')
    faults.push({ path: '/confirm', code: 'type', message: 'must be the code that an earlier call answered.' });
  if (faults.length > 0) throw validationFailed(faults);
  return args as RunArguments;
}
