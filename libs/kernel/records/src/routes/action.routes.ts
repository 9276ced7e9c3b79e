import { Type, type TSchema } from 'typebox';
import { validationFailed } from '@cubit/core';
import { defineRoute } from '@cubit/database';
import {
  type AnyKind,
  modulePath,
  pascalCase,
  type RegisteredAction,
  type RouteDefinition,
  workspaceParams,
  type WorkspaceSchema,
} from '@cubit/core/host';
import type { KernelServices } from '../workspace/services.js';
import { moduleErrors, workspaceTransaction } from './record-route-context.js';
import { recordSchemas } from './record-schemas.js';
import { visibleRecord } from '../read/visible-record.js';
import { bulkEntry } from '../bulk/bulk-answer.js';
import { jobResponse } from '../bulk/queue-bulk.js';
import { manyMembers, type ManyRecords, notBoth, runOnMany } from './action-many.js';
import { invokeAction } from '../transaction/invoke.js';

export interface ActionRouteContext {
  readonly services: KernelServices;
  readonly onEvents: () => void;
}

type ActionBody = {
  readonly record?: { readonly kind: string; readonly id: string } | null;
  readonly input?: Readonly<Record<string, unknown>>;
};

export function actionRoute(context: ActionRouteContext, action: RegisteredAction): RouteDefinition {
  const { definition } = action;
  const role = definition.role ?? 'member';
  return defineRoute({
    operationId: `run${pascalCase(action.id)}`,
    method: 'POST',
    path: `${modulePath(action.module)}/actions/${action.local}`,
    summary: `${definition.title} (${action.id})`,
    description:
      definition.description ?? `Runs \`${action.id}\`. Everything it changes commits together or not at all.`,
    tag: 'Actions',
    access: role,
    module: action.module,
    params: workspaceParams,
    body: { schema: bodySchema(action), example: exampleOf(action) },
    responses: {
      200: {
        description: 'Its result, the record afterwards, the emitted events, and the call that undoes it.',
        schema: (workspace) =>
          kindsOf(action) === 'workspace'
            ? answerSchema(action, workspace)
            : Type.Union([answerSchema(action, workspace), manyAnswer(action)]),
      },
      ...(kindsOf(action) === 'workspace' ? {} : jobResponse(context.services)),
    },
    errors: [
      'validation_failed',
      'not_found',
      'conflict',
      'invalid_transition',
      'insufficient_stock',
      'already_exists',
      'in_use',
      ...(kindsOf(action) === 'workspace' ? [] : ['version_conflict']),
      ...moduleErrors(context.services, action.module),
    ],
    async handler(request) {
      const { record = null, input = {}, records, filter } = request.body as ActionBody & ManyRecords;
      if (records !== undefined || filter !== undefined) {
        if (record !== null) throw validationFailed([notBoth('/record')]);
        return runOnMany({ ...context, action }, request);
      }
      const { ifMatch } = request.headers;
      const body = await request.transaction(async (tx) => {
        const transaction = workspaceTransaction(context, request, tx);
        const outcome = await invokeAction(transaction, action.id, { record, input, ifMatch, withUndo: true });
        await transaction.runDeferred();
        const after = outcome.record && (transaction.writer.locked.get(outcome.record.id) ?? outcome.record);
        return {
          result: outcome.result,
          record: after && visibleRecord(transaction.workspace.schema, after),
          events: transaction.outbox.emitted,
          undo: outcome.undo,
        };
      });
      return { status: 200, body };
    },
  });
}

function kindsOf(action: RegisteredAction): readonly AnyKind[] | 'any' | 'workspace' {
  return action.definition.appliesTo;
}

function bodySchema(action: RegisteredAction): TSchema {
  const { definition } = action;
  const required = (definition.input as { readonly required?: readonly string[] }).required ?? [];
  const input = required.length > 0 ? definition.input : Type.Optional(definition.input);
  return Type.Object({ ...recordMember(action), input }, { additionalProperties: false });
}

function recordMember(action: RegisteredAction): Readonly<Record<string, TSchema>> {
  const kinds = kindsOf(action);
  if (kinds === 'workspace')
    return { record: Type.Optional(Type.Null({ description: 'The action takes no record.' })) };
  const kind =
    kinds === 'any'
      ? Type.String({ examples: ['inventory:part'] })
      : Type.Unsafe<string>({ type: 'string', enum: kinds.map(({ id }) => id) });
  const target = Type.Object({ kind, id: Type.String({ format: 'uuid' }) }, { additionalProperties: false });
  return {
    record: Type.Optional(action.definition.recordOptional === true ? Type.Union([target, Type.Null()]) : target),
    ...manyMembers(target),
  };
}

function answerSchema(action: RegisteredAction, workspace: WorkspaceSchema): TSchema {
  const kinds = kindsOf(action);
  const shapes = typeof kinds === 'string' ? [] : kinds.flatMap(({ id }) => workspace.kinds.get(id) ?? []);
  const records: readonly TSchema[] =
    kinds === 'any'
      ? [Type.Unsafe<object>({ type: 'object', description: 'The record.' })]
      : shapes.map((shape) => recordSchemas(shape).record);
  const about = { description: 'The record afterwards; null without one.' };
  return Type.Object({
    result: action.definition.output,
    record: records.length === 0 ? Type.Null(about) : Type.Union([...records, Type.Null()], about),
    events: eventList,
    undo: undoSchema,
  });
}

/** With `records`. */
function manyAnswer(action: RegisteredAction): TSchema {
  return Type.Object(
    {
      done: Type.Integer(),
      skipped: Type.Integer(),
      results: Type.Array(Type.Object({ ...bulkEntry, result: nullable(action.definition.output), undo: undoSchema })),
      events: eventList,
    },
    { description: 'With `records`: what became of each of them.' },
  );
}

/** `anyOf` of two equal schemas is a fault for linters. */
function nullable(schema: TSchema): TSchema {
  return (schema as { readonly type?: unknown }).type === 'null' ? schema : Type.Union([schema, Type.Null()]);
}

const eventList = Type.Array(
  Type.Object({ id: Type.String({ format: 'uuid' }), name: Type.String() }, { $id: 'EmittedEvent' }),
);

const undoSchema = Type.Union(
  [
    Type.Object(
      {
        action: Type.String({ description: 'Id of the action.' }),
        record: Type.Union([Type.Object({ kind: Type.String(), id: Type.String({ format: 'uuid' }) }), Type.Null()]),
        input: Type.Record(Type.String(), Type.Unknown()),
      },
      { $id: 'UndoCall' },
    ),
    Type.Null(),
  ],
  { description: 'The call that restores the records; null if there is none.' },
);

function exampleOf(action: RegisteredAction): object {
  const kinds = kindsOf(action);
  const { input } = action.definition.example;
  if (kinds === 'workspace') return { input };
  const kind = kinds === 'any' ? 'inventory:part' : (kinds[0]?.id ?? '');
  return { record: { kind, id: '0190a6e2-7c1d-7b3a-9f00-000000000001' }, input };
}
