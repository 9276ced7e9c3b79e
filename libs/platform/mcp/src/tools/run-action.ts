import { audit } from '@cubit/access';
import { fail } from '@cubit/core';
import { actorOf, pascalCase, type RegisteredAction } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';
import type { AgentCall } from '../call/agent-call.js';
import type { RouteAnswer } from '../call/route-calls.js';
import type { Asked } from '../confirm/asked.js';
import { done, type ToolOutcome } from './tool.js';
import type { ToolContext } from './tool-context.js';

export interface RunArguments {
  readonly record?: { readonly kind: string; readonly id: string } | null;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly preview?: boolean;
  readonly approval?: string;
  readonly confirm?: string;
}

interface ActionRun {
  readonly action: RegisteredAction;
  readonly args: RunArguments;
  readonly asked: Asked;
}

/** Runs an action as the REST call does; a destructive one after it is confirmed. */
export async function runAction(
  context: ToolContext,
  call: AgentCall,
  { action, args, asked }: ActionRun,
): Promise<ToolOutcome> {
  const { record = null, input = {}, preview = false } = args;
  const { definition, id } = action;
  const body = { ...(record === null ? {} : { record }), input };
  const route = { operationId: `run${pascalCase(id)}`, body };
  const rehearse = () => context.routes.call(call, { ...route, preview: true });
  if (preview) {
    if (definition.previewable === false)
      throw fail('conflict', `'${id}' takes effect outside of Cubit, so it cannot be previewed.`);
    return done(previewOf(await rehearse()));
  }
  if (!definition.effects.destructive) {
    const before = definition.effects.readOnly ? undefined : (tx: Transaction) => auditRun(call, tx, { id, record });
    return done((await context.routes.call(call, { ...route, ...(before ? { before } : {}) })).body);
  }
  const confirmed = await context.confirmations.confirm(call, {
    action,
    record,
    input,
    given: { approval: args.approval ?? null, code: args.confirm ?? null },
    asked,
    // A call that is refused anyway must not bother a person.
    rehearse: definition.previewable === false ? null : rehearse,
  });
  if (confirmed.type !== 'confirmed') return confirmed;
  const { spend, ifMatch } = confirmed;
  const before = async (tx: Transaction) => {
    await spend(tx);
    await auditRun(call, tx, { id, record });
  };
  return done((await context.routes.call(call, { ...route, before, ...(ifMatch === null ? {} : { ifMatch }) })).body);
}

/** What a preview answers: nothing was kept. */
export function previewOf({ body, preview }: RouteAnswer) {
  return { preview: true, answer: body, ...preview };
}

/** What an agent did is in the audit log, also where the action changes no record. */
export function auditRun(
  { caller, workspace, request }: AgentCall,
  tx: Transaction,
  { id, record }: { readonly id: string; readonly record: RunArguments['record'] },
): Promise<void> {
  return audit(tx, {
    workspaceId: workspace.id,
    actor: actorOf(caller),
    action: 'agent.acted',
    target: { tool: id, record: record ?? null },
    address: request.address,
  });
}
