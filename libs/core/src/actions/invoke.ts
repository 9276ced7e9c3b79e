import type { AnyRecord } from '../contract/kind.js';
import { fail, notFound, validationFailed, type ErrorDetail } from '../errors/cubit-error.js';
import type { RegisteredAction } from '../registry/registered.js';
import { validate } from '../validation/validate.js';
import type { WorkspaceTransaction } from '../workspace/workspace-transaction.js';
import { appliesToKind } from './applies-to.js';

export interface ActionCall {
  readonly record: { readonly kind: string; readonly id: string } | null;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface ActionOutcome {
  readonly result: unknown;
  /** The target as it is afterwards; null where there is none. */
  readonly record: AnyRecord | null;
}

/**
 * Runs an action: the one path for people, wires, agents and other actions. The target is locked first, so that what
 * `available` and `run` see stays true until the commit.
 */
export async function invokeAction(
  transaction: WorkspaceTransaction,
  id: string,
  { record, input }: ActionCall,
): Promise<ActionOutcome> {
  const action = transaction.workspace.schema.actions.get(id);
  if (!action) throw notFound(`Action '${id}'`);
  const { definition } = action;
  const needed = definition.role ?? 'member';
  transaction.requireRole(needed, `'${id}'`);
  const faults = [...targetFaults(action, record), ...validate(definition.input, input, '/input')];
  if (faults.length > 0) throw validationFailed(faults);
  const target = record === null ? null : await lockTarget(transaction, record);
  const available = target === null ? true : (definition.available?.(target) ?? true);
  if (available !== true)
    throw fail('conflict', `'${id}' cannot run: ${available}.`, {
      details: [{ path: '/record', code: 'not_available', message: available }],
    });
  const result: unknown = await definition.run(
    transaction.contextOf(action.module, id),
    target,
    withDefaults(definition.input.properties, input),
  );
  const [fault] = validate(definition.output, result ?? null);
  if (fault) throw new Error(`Action '${id}' answers off its schema: ${fault.path} ${fault.message}`);
  return {
    result: result ?? null,
    record: target === null ? null : (transaction.writer.held.get(target.id) ?? target),
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
  transaction: WorkspaceTransaction,
  { kind: kindId, id }: NonNullable<ActionCall['record']>,
): Promise<AnyRecord> {
  const kind = transaction.workspace.schema.kinds.has(kindId)
    ? transaction.services.registry.kinds.get(kindId)
    : undefined;
  const target = kind ? (await transaction.writer.held.lock(kind, [id])).get(id) : undefined;
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
