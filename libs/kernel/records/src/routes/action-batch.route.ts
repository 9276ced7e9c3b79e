import { Type } from 'typebox';
import { defineRoute } from '@cubit/database';
import { CubitError, fail, isCubitError } from '@cubit/core';
import { type RouteDefinition, workspaceParams } from '@cubit/core/host';
import type { WorkspaceTransaction } from '../transaction/workspace-transaction.js';
import { invokeAction } from '../transaction/invoke.js';
import { visibleRecord } from '../read/visible-record.js';
import { type ActionRouteContext } from './action.routes.js';
import { workspaceTransaction } from './record-route-context.js';

const MAX_ACTIONS = 100;

const closed = { additionalProperties: false };
const record = Type.Object({ kind: Type.String(), id: Type.String({ format: 'uuid' }) }, closed);
const body = Type.Object(
  {
    actions: Type.Array(
      Type.Object(
        {
          action: Type.String({ maxLength: 200, examples: ['inventory:use'] }),
          record: Type.Optional(Type.Union([record, Type.Null()])),
          input: Type.Optional(Type.Unsafe<Record<string, unknown>>({ type: 'object' })),
        },
        closed,
      ),
      { minItems: 1, maxItems: MAX_ACTIONS },
    ),
  },
  closed,
);

interface RequestedAction {
  readonly action: string;
  readonly record?: { readonly kind: string; readonly id: string } | null;
  readonly input?: Readonly<Record<string, unknown>>;
}

const EVENTS = Type.Array(Type.Object({ id: Type.String({ format: 'uuid' }), name: Type.String() }));

/** Several actions in one transaction. */
export function actionBatchRoute(context: ActionRouteContext): RouteDefinition {
  return defineRoute({
    operationId: 'runActions',
    method: 'POST',
    path: '/api/v1/orgs/{workspace}/actions/batch',
    summary: 'Run several actions at once',
    description:
      `Up to ${MAX_ACTIONS} actions of any modules, all or none, in order: each sees what those before it changed. Each needs the role that its own route needs. ` +
      'The paths of faults contain the index of the action: `/actions/3/input/qty`. An error of an action is that of its own route.',
    tag: 'Actions',
    access: 'viewer',
    params: workspaceParams,
    body: {
      schema: body,
      example: {
        actions: [
          {
            action: 'inventory:use',
            record: { kind: 'inventory:part', id: '0190a6e2-7c1d-7b3a-9f00-000000000001' },
            input: { qty: 2 },
          },
        ],
      },
    },
    responses: {
      200: {
        description: 'The result of each action, in order, and all emitted events.',
        schema: Type.Object({
          results: Type.Array(
            Type.Object({
              result: Type.Unknown({ description: 'As the action answers on its own route.' }),
              record: Type.Union([Type.Unsafe<object>({ type: 'object' }), Type.Null()], {
                description: 'The record after the last action; null without one.',
              }),
            }),
          ),
          events: EVENTS,
        }),
      },
    },
    errors: [
      'validation_failed',
      'not_found',
      'forbidden',
      'conflict',
      'invalid_transition',
      'insufficient_stock',
      'already_exists',
      'in_use',
    ],
    async handler(request) {
      const { actions } = request.body as { readonly actions: readonly RequestedAction[] };
      const answer = await request.transaction(async (tx) => {
        const transaction = workspaceTransaction(context, request, tx);
        const outcomes = await runAll(transaction, actions);
        await transaction.runDeferred();
        const { schema } = transaction.workspace;
        const results = outcomes.map(({ result, record: target }) => {
          const after = target && (transaction.writer.locked.get(target.id) ?? target);
          return { result, record: after && visibleRecord(schema, after) };
        });
        return { results, events: transaction.outbox.emitted };
      });
      return { status: 200, body: answer };
    },
  });
}

async function runAll(transaction: WorkspaceTransaction, actions: readonly RequestedAction[]) {
  const outcomes: Awaited<ReturnType<typeof invokeAction>>[] = [];
  for (const [index, { action, record: target = null, input = {} }] of actions.entries()) {
    const prefix = `/actions/${index}`;
    if (!transaction.workspace.schema.actions.has(action)) {
      const message = `There is no action '${action}' in an enabled module.`;
      throw fail('not_found', message, { details: [{ path: `${prefix}/action`, code: 'not_found', message }] });
    }
    try {
      outcomes.push(await invokeAction(transaction, action, { record: target, input }));
    } catch (error) {
      throw faultsOf(error, prefix);
    }
  }
  return outcomes;
}

/** Every refusal names its action, also one without a path of its own. */
function faultsOf(error: unknown, prefix: string): unknown {
  if (!isCubitError(error)) return error;
  const { code, status, message, headers, details } = error;
  const located =
    details.length === 0
      ? [{ path: prefix, code, message }]
      : details.map((detail) => ({ ...detail, path: `${prefix}${detail.path}` }));
  return new CubitError({ code, status }, message, { details: located, headers, cause: error });
}
