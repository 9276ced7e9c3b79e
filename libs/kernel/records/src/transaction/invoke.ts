import {
  type AnyRecord,
  appliesToKind,
  computedOverflow,
  type RegisteredAction,
  type Role,
  withoutFloatNoise,
} from '@cubit/core/host';
import { type ErrorDetail, fail, notFound, validate, validationFailed } from '@cubit/core';
import { namesVersion, versionConflict } from '../write/conditions.js';
import type { LockedRecords } from '../write/locked-records.js';
import type { WorkspaceScope } from '../workspace/workspace-scope.js';
import { refusalOf } from '../actions/availability.js';
import { type UndoAnswer, undoAnswer } from '../actions/undo-answer.js';

/** The parts of the transaction that an action uses. */
export interface ActionScope extends WorkspaceScope {
  readonly writer: { readonly locked: Pick<LockedRecords, 'get' | 'lock'> };
  /** Throws `403 forbidden` if the role of the caller is lower. */
  requireRole(role: Role, what: string): void;
}

export interface ActionCall {
  readonly record: { readonly kind: string; readonly id: string } | null;
  readonly input: Readonly<Record<string, unknown>>;
  /** Compared with the target after it is locked. */
  readonly ifMatch?: string | undefined;
  /** Whether the outcome holds the call that undoes the run. */
  readonly withUndo?: boolean;
}

export interface ActionOutcome {
  readonly result: unknown;
  /** The target afterwards; null without a target. */
  readonly record: AnyRecord | null;
  /** The call that undoes the run; null if there is none. */
  readonly undo: UndoAnswer | null;
}

/**
 * Runs an action: the one path for users, wires, agents and other actions. The target is locked first, so that the
 * data of `available` and `run` cannot change before the commit.
 */
export async function invokeAction(
  transaction: ActionScope,
  id: string,
  { record, input, ifMatch, withUndo = false }: ActionCall,
): Promise<ActionOutcome> {
  const action = transaction.workspace.schema.actions.get(id);
  if (!action) throw notFound(`Action '${id}'`);
  const { definition } = action;
  const needed = definition.role ?? 'member';
  transaction.requireRole(needed, `'${id}'`);
  const faults = [...targetFaults(action, record), ...validate(definition.input, input, '/input')];
  if (faults.length > 0) throw validationFailed(faults);
  const target = record === null ? null : await lockTarget(transaction, record);
  if (target && ifMatch !== undefined && !namesVersion(ifMatch, target.version)) throw versionConflict(target.version);
  const context = transaction.contextOf(action.module, id);
  const given = withDefaults(definition.input.properties, withoutFloatNoise(definition.input, input));
  if (target !== null) {
    const refusal = await refusalOf(transaction, action, { record: target, input: given });
    if (refusal && (await definition.repeated?.(context, target, given)) !== true) throw refusal;
  }
  const undoOf = withUndo ? await definition.undo?.(context, target, given) : undefined;
  const result: unknown = await definition.run(context, target, given);
  const [fault] = validate(definition.output, result ?? null);
  const overflow = fault && computedOverflow(fault, result);
  if (overflow)
    throw validationFailed([{ ...overflow, path: '', message: `'${fault.path}' of the result ${overflow.message}` }]);
  if (fault) throw new Error(`Action '${id}' answers off its schema: ${fault.path} ${fault.message}`);
  return {
    result: result ?? null,
    record: target === null ? null : (transaction.writer.locked.get(target.id) ?? target),
    undo: undoAnswer(transaction, { action, target: record, call: undoOf?.(result) ?? null, log: context.log }),
  };
}

function targetFaults({ definition, id }: RegisteredAction, record: ActionCall['record']): readonly ErrorDetail[] {
  if (record === null) {
    if (definition.appliesTo === 'workspace' || definition.recordOptional === true) return [];
    return [{ path: '/record', code: 'required', message: `'${id}' needs a record.` }];
  }
  if (appliesToKind(definition, record.kind)) return [];
  const message =
    definition.appliesTo === 'workspace' ? `'${id}' takes no record.` : `'${id}' does not apply to '${record.kind}'.`;
  return [{ path: '/record/kind', code: 'not_applicable', message }];
}

async function lockTarget(
  transaction: ActionScope,
  { kind: kindId, id }: NonNullable<ActionCall['record']>,
): Promise<AnyRecord> {
  const kind = transaction.workspace.schema.kinds.has(kindId)
    ? transaction.services.registry.kinds.get(kindId)
    : undefined;
  const target = kind ? (await transaction.writer.locked.lock(kind, [id])).get(id) : undefined;
  if (target) return target;
  const message = `${kind?.definition.title[0] ?? 'Record'} not found.`;
  throw fail('not_found', message, { details: [{ path: '/record/id', code: 'not_found', message }] });
}

function withDefaults(
  properties: Readonly<Record<string, unknown>>,
  input: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const defaults = Object.entries(properties).flatMap(([name, schema]) => {
    const value = (schema as { readonly default?: unknown }).default;
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(defaults), ...input };
}
