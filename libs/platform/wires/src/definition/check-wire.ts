import {
  CelError,
  type CelSubtree,
  CelTemplateError,
  type CelType,
  checkCel,
  checkCelTemplate,
  type CheckedCel,
  type CheckedCelTemplate,
} from '@cubit/expressions';
import type { ErrorDetail } from '@cubit/core';
import type { RegisteredAction } from '@cubit/core/host';
import { type BlockedReason, missingAction, missingEvent, type WireCatalog } from './blocked-by.js';
import { inputFaults } from './input-faults.js';
import { targetFaults } from './target-faults.js';
import { templateValues } from './template-values.js';
import type { WireDraft } from './wire-draft.js';
import { wireScope, type WireScope } from './wire-scope.js';

/** The checked expressions of a wire. */
export interface CheckedExpressions {
  readonly scope: WireScope;
  readonly condition: CheckedCel | null;
  readonly record: CheckedCel | null;
  readonly input: CheckedCelTemplate;
  /** An expression uses `record`, so a run reads the record. */
  readonly readsRecord: boolean;
  /** The subtrees that the expressions look into, which a run reads. */
  readonly subtrees: readonly CelSubtree[];
}

/** A wire whose expressions are checked, with everything that a run needs. */
export interface CheckedWire extends CheckedExpressions {
  readonly action: RegisteredAction;
  /** Kind of the targets; null if only a run can find it. */
  readonly targetKind: string | null;
}

type Check<Checked> =
  | { readonly checked: Checked; readonly faults: readonly [] }
  | { readonly checked: null; readonly faults: readonly ErrorDetail[] };
export type WireCheck = Check<CheckedWire>;

const TARGETS: readonly CelType[] = ['string', { list: 'string' }];

/** Checks a wire and returns all its faults with their paths. Time is bounded for any expression. */
export function checkWire(draft: WireDraft, catalog: WireCatalog): WireCheck {
  const { schema } = catalog;
  const event = schema.events.get(draft.event);
  const action = schema.actions.get(draft.action);
  if (!event || !action) return { checked: null, faults: nameFaults(draft, catalog) };
  const faults: ErrorDetail[] = [];
  const scope = wireScope(schema, event);
  const expression = (path: string, source: string | null, expected: CelType | readonly CelType[]) =>
    source === null ? null : attempt(faults, path, () => checkCel(source, scope.cel, expected));
  const condition = expression('/condition', draft.condition, 'bool');
  const record = expression('/record', draft.record, TARGETS);
  const inputScope = draft.record === null ? scope.cel : scope.celForTarget;
  const input = attempt(faults, '/input', () => checkCelTemplate(draft.input, inputScope));
  const targetKind = record ? scope.kindOf(record) : null;
  faults.push(...targetFaults(action, { hasRecord: draft.record !== null, targetKind }));
  const values = input ? templateValues(input, '/input') : [];
  if (input) faults.push(...inputFaults(action.definition.input, { input: draft.input, values }, '/input'));
  if (faults.length > 0 || !input) return { checked: null, faults };
  const reads = readBy([condition, record, ...values.flatMap((value) => value.expressions)]);
  return { checked: { action, scope, condition, record, input, targetKind, ...reads }, faults: [] };
}

/** Checks the condition of a wire that has no action yet. */
export function checkCondition(source: string | null, scope: WireScope): Check<CheckedExpressions> {
  const faults: ErrorDetail[] = [];
  const condition = source === null ? null : attempt(faults, '/condition', () => checkCel(source, scope.cel, 'bool'));
  if (faults.length > 0) return { checked: null, faults };
  const input = checkCelTemplate({}, scope.cel);
  return { checked: { scope, condition, record: null, input, ...readBy([condition]) }, faults: [] };
}

function readBy(expressions: readonly (CheckedCel | null)[]): Pick<CheckedExpressions, 'readsRecord' | 'subtrees'> {
  return {
    readsRecord: expressions.some((one) => one?.names.some(([root]) => root === 'record') === true),
    subtrees: expressions.flatMap((one) => one?.subtrees ?? []),
  };
}

function nameFaults({ event, action }: WireDraft, catalog: WireCatalog): readonly ErrorDetail[] {
  return [...faultsOf('/event', missingEvent(event, catalog)), ...faultsOf('/action', missingAction(action, catalog))];
}

export function faultsOf(path: string, missing: BlockedReason | null): readonly ErrorDetail[] {
  return missing ? [{ path, code: 'unknown', message: missing.reason }] : [];
}

function attempt<Result>(faults: ErrorDetail[], path: string, check: () => Result): Result | null {
  try {
    return check();
  } catch (error) {
    if (error instanceof CelError) faults.push(located(path, error));
    else if (error instanceof CelTemplateError)
      faults.push(...error.faults.map((fault) => located(`${path}${fault.path}`, fault)));
    else throw error;
    return null;
  }
}

function located(
  path: string,
  { code, message, position }: CelError | CelTemplateError['faults'][number],
): ErrorDetail {
  return { path, code, message: `${message} (at position ${position})` };
}
