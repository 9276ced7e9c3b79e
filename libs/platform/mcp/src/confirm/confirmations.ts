import { errorOf, fail, isCubitError } from '@cubit/core';
import { pascalCase, type RegisteredAction } from '@cubit/core/host';
import type { Transaction } from '@cubit/database';
import type { AgentCall } from '../call/agent-call.js';
import type { RouteCalls } from '../call/route-calls.js';
import type { Approvals } from '../approval/approvals.js';
import type { ToolOutcome } from '../tools/tool.js';
import type { Asked } from './asked.js';
import { digestOf } from './digest.js';
import type { SealedStates } from './sealed-state.js';
import { sentenceOf } from './sentence.js';

export interface DestructiveRun {
  readonly action: RegisteredAction;
  readonly record: { readonly kind: string; readonly id: string } | null;
  readonly input: Readonly<Record<string, unknown>>;
  /** What the agent repeats: the id of an approval, or the code of two steps. */
  readonly given: { readonly approval: string | null; readonly code: string | null };
  readonly asked: Asked;
  /** Runs the action and rolls back; null if it cannot be previewed. */
  readonly rehearse: (() => Promise<unknown>) | null;
}

export interface Confirmed {
  readonly type: 'confirmed';
  /** Uses up the confirmation in the transaction of the run. Throws `409 conflict` if it was used. */
  readonly spend: (tx: Transaction) => Promise<void>;
  /** The version of the target that was confirmed; null without a target. */
  readonly ifMatch: string | null;
}

interface ConfirmationOptions {
  readonly states: SealedStates;
  readonly approvals: Approvals;
  readonly routes: RouteCalls;
}

/** Decides whether a destructive action may run, and asks for what is missing. */
export class Confirmations {
  readonly #options: ConfirmationOptions;

  constructor(options: ConfirmationOptions) {
    this.#options = options;
  }

  async confirm(call: AgentCall, run: DestructiveRun): Promise<Confirmed | ToolOutcome> {
    const { states, approvals } = this.#options;
    const { action, record, input, given, asked } = run;
    const bound = {
      tokenId: call.caller.credential.id,
      workspaceId: call.workspace.id,
      digest: digestOf({ action: action.id, record, input }),
    };
    const isTwoStep = call.settings.confirm === 'two-step';
    const state = isTwoStep ? given.code : asked.state;
    if (state !== null) {
      const opened = states.open(state, bound);
      if (!isTwoStep && asked.answer !== 'accepted') throw declined();
      return confirmed(opened.version, opened.spend);
    }
    if (!isTwoStep && given.approval !== null) {
      const found = await approvals.find(call, { id: given.approval, digest: bound.digest });
      if (found.type === 'waiting') return { type: 'done', content: waiting(found) };
      return confirmed(found.version, found.spend);
    }
    await run.rehearse?.();
    const target = record === null ? null : await this.#read(call, record);
    const version = target?.version ?? null;
    const client = call.caller.agent?.client ?? '';
    const sentence = sentenceOf({ client, title: action.definition.title, action: action.id, record: target, input });
    if (isTwoStep || asked.canAsk) {
      const sealed = states.seal({ ...bound, version });
      return isTwoStep
        ? { type: 'done', content: { state: 'confirm', message: sentence, confirm: sealed } }
        : { type: 'ask', message: sentence, state: sealed };
    }
    const approval = await approvals.request(call, {
      action: action.id,
      record: record && target ? { ...record, title: target.title } : null,
      version,
      input,
      digest: bound.digest,
      sentence,
    });
    return { type: 'done', content: waiting(approval) };
  }

  async #read(call: AgentCall, { kind, id }: NonNullable<DestructiveRun['record']>) {
    try {
      const { body } = await this.#options.routes.call(call, { operationId: `get${pascalCase(kind)}`, params: { id } });
      return body as { readonly title: string; readonly version: number };
    } catch (error) {
      if (!isCubitError(error) || error.code !== 'not_found') throw error;
      const { message } = error;
      throw fail('not_found', message, { details: [{ path: '/record/id', code: 'not_found', message }] });
    }
  }
}

function confirmed(version: number | null, spend: Confirmed['spend']): Confirmed {
  return { type: 'confirmed', spend, ifMatch: version === null ? null : `"${version}"` };
}

function declined() {
  return errorOf('forbidden', 'The person did not agree. Do not ask again without a reason.');
}

interface WaitingApproval {
  readonly id: string;
  readonly expiresAt: Date;
  readonly url: string;
}

function waiting({ id, expiresAt, url }: WaitingApproval) {
  return {
    state: 'waiting',
    approval: id,
    url,
    expires_at: expiresAt.toISOString(),
    message:
      'The owner of the token was notified and decides in the web app. Nothing has changed yet. Call the tool again with the same arguments and this `approval`.',
  };
}
