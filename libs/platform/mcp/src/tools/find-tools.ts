import { fail, notFound } from '@cubit/core';
import { type AnyKind, appliesToKind, type RegisteredAction } from '@cubit/core/host';
import type { AgentCall } from '../call/agent-call.js';
import { actionSchema, hintsOf, RECORD_ID, runMembers } from './action-schema.js';
import { descriptionOf, readRun } from './action-tools.js';
import { checkArguments } from './arguments.js';
import { rankActions } from './find/rank-actions.js';
import { TOOL } from './reserved-names.js';
import { runAction } from './run-action.js';
import { type AgentTool, type Arguments, done } from './tool.js';
import type { ToolContext } from './tool-context.js';

type Effects = RegisteredAction['definition']['effects'];
const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const MAX_FOUND = 20;
const DEFAULT_FOUND = 8;

const findSchema = {
  type: 'object' as const,
  properties: {
    query: { type: 'string', minLength: 1, maxLength: 500, description: 'What is to be done, in a few words.' },
    kind: { type: 'string', description: 'Only actions on records of this kind.' },
    limit: { type: 'integer', minimum: 1, maximum: MAX_FOUND, description: `Default ${DEFAULT_FOUND}.` },
  },
  required: ['query'],
  additionalProperties: false,
};
const action = { type: 'string', description: 'Id of an action, such as `inventory:use`.' };
const describeSchema = {
  type: 'object' as const,
  properties: { action },
  required: ['action'],
  additionalProperties: false,
};

/** Few tools for many actions: they find, describe and run those of the grant. */
export function findTools(context: ToolContext, call: AgentCall): readonly AgentTool[] {
  const actions = [...call.grant.actions.values()];
  if (actions.length === 0) return [];
  return [findTool(), describeTool(), ...runnerTools(context, actions)];
}

function findTool(): AgentTool {
  return {
    name: TOOL.findActions,
    describe: () => ({
      name: TOOL.findActions,
      title: 'Find actions',
      description:
        'Finds actions by what they do, the best first. Then describe_action shows the input of one, and a run tool runs it.',
      inputSchema: findSchema,
      annotations: READS,
    }),
    writes: () => false,
    run({ grant, workspace }, args) {
      checkArguments(findSchema, args);
      const { query, kind, limit = DEFAULT_FOUND } = args as { query: string; kind?: string; limit?: number };
      const possible = [...grant.actions.values()].filter(
        ({ definition }) => kind === undefined || appliesToKind(definition, kind),
      );
      const found = rankActions(workspace.schema, possible, query).slice(0, limit);
      return Promise.resolve(done({ data: found.map(summaryOf) }));
    },
  };
}

function describeTool(): AgentTool {
  return {
    name: TOOL.describeAction,
    describe: () => ({
      name: TOOL.describeAction,
      title: 'Describe an action',
      description: 'What an action does, the kinds of records that it runs on, and the schema of its input.',
      inputSchema: describeSchema,
      annotations: READS,
    }),
    writes: () => false,
    run({ grant, settings }, args) {
      checkArguments(describeSchema, args);
      const found = granted(grant, args['action'] as string);
      const { definition } = found;
      const { properties } = actionSchema(found, settings.confirm) as { properties: { input: object } };
      const { $defs } = actionSchema(found, settings.confirm);
      return Promise.resolve(
        done({
          ...summaryOf(found),
          previewable: definition.previewable !== false,
          confirmed_by: definition.effects.destructive ? settings.confirm : null,
          input: { ...properties.input, ...($defs === undefined ? {} : { $defs }) },
          example: definition.example,
          undone_by: definition.undoneBy ?? null,
        }),
      );
    },
  };
}

function summaryOf(found: RegisteredAction) {
  const { definition, id } = found;
  const kinds: readonly AnyKind[] | 'any' | 'workspace' = definition.appliesTo;
  return {
    action: id,
    title: definition.title,
    description: descriptionOf(found),
    records: typeof kinds === 'string' ? kinds : kinds.map((kind) => kind.id),
    run_with: runnerOf(definition.effects),
  };
}

function runnerOf({ readOnly, destructive }: Effects): string {
  if (readOnly) return TOOL.runRead;
  return destructive ? TOOL.runDestructive : TOOL.runChange;
}

const RUNNERS = [
  { name: TOOL.runRead, title: 'Run an action that changes nothing', readOnly: true, destructive: false },
  { name: TOOL.runChange, title: 'Run an action that changes records', readOnly: false, destructive: false },
  {
    name: TOOL.runDestructive,
    title: 'Run an action that cannot be undone by itself, after it is confirmed',
    readOnly: false,
    destructive: true,
  },
] as const;

function runnerTools(context: ToolContext, actions: readonly RegisteredAction[]): readonly AgentTool[] {
  const used = new Set(actions.map(({ definition }) => runnerOf(definition.effects)));
  return RUNNERS.filter(({ name }) => used.has(name)).map(({ name, title, readOnly, destructive }) => {
    const idempotent = actions
      .filter(({ definition }) => runnerOf(definition.effects) === name)
      .every(({ definition }) => definition.effects.idempotent);
    return {
      name,
      describe: () => ({
        name,
        title,
        description: `${title}. Takes the input that describe_action shows.`,
        inputSchema: runnerSchema({ readOnly, destructive }),
        annotations: hintsOf({ readOnly, destructive, idempotent }),
      }),
      writes: () => !readOnly,
      run: (call, args, asked) => {
        const found = granted(call.grant, args['action']);
        const needed = runnerOf(found.definition.effects);
        if (needed !== name) throw fail('conflict', `'${found.id}' is run with the tool ${needed}.`);
        const { action: _, ...rest }: Arguments = args;
        return runAction(context, call, { action: found, args: readRun(rest), asked });
      },
    };
  });
}

function runnerSchema({ readOnly, destructive }: { readonly readOnly: boolean; readonly destructive: boolean }) {
  const record = {
    type: 'object',
    properties: { kind: { type: 'string' }, id: RECORD_ID },
    required: ['kind', 'id'],
    additionalProperties: false,
  };
  return {
    type: 'object' as const,
    properties: {
      action,
      record,
      input: { type: 'object' },
      ...(readOnly ? {} : runMembers({ previewable: true, destructive }, 'person')),
      ...(destructive ? { confirm: { type: 'string', description: 'The code that an earlier call answered.' } } : {}),
    },
    required: ['action'],
    additionalProperties: false,
  };
}

/** An action that the call may not use is answered as one that does not exist. */
function granted({ actions }: AgentCall['grant'], id: unknown): RegisteredAction {
  const found = typeof id === 'string' ? actions.get(id) : undefined;
  if (!found) throw notFound(`Action '${String(id)}'`);
  return found;
}
