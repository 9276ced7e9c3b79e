import {
  CelError,
  CelTemplateError,
  checkCel,
  checkCelTemplate,
  type CelType,
  type CheckedCel,
  type CheckedCelTemplate,
  type ErrorDetail,
  type RegisteredAction,
} from '@cubit/core';
import { missingAction, missingEvent, type Known } from './blocked-by.js';
import { inputFaults } from './input-faults.js';
import { targetFaults } from './target-faults.js';
import { templateValues } from './template-values.js';
import type { WireDraft } from './wire-draft.js';
import { wireScope, type WireScope } from './wire-scope.js';

/** A wire whose expressions have passed: all that a run needs to know of it. */
export interface CheckedWire {
  readonly action: RegisteredAction;
  readonly scope: WireScope;
  readonly condition: CheckedCel | null;
  readonly record: CheckedCel | null;
  readonly input: CheckedCelTemplate;
  /** Kind of the targets, where it is known beforehand. */
  readonly targetKind: string | null;
  /** An expression names `record`, so it has to be read. */
  readonly readsRecord: boolean;
}

export type WireCheck =
  | { readonly checked: CheckedWire; readonly faults: readonly [] }
  | { readonly checked: null; readonly faults: readonly ErrorDetail[] };

const TARGETS: readonly CelType[] = ['string', { list: 'string' }];

/** Every fault of a wire at once, each at its place. Bounded in time however hostile the expressions are. */
export function checkWire(draft: WireDraft, known: Known): WireCheck {
  const { schema } = known;
  const event = schema.events.get(draft.event);
  const action = schema.actions.get(draft.action);
  if (!event || !action) return { checked: null, faults: nameFaults(draft, known) };
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
  const expressions = [condition, record, ...values.flatMap((value) => value.expressions)];
  const readsRecord = expressions.some((one) => one?.names.some(([root]) => root === 'record') === true);
  return { checked: { action, scope, condition, record, input, targetKind, readsRecord }, faults: [] };
}

function nameFaults({ event, action }: WireDraft, known: Known): readonly ErrorDetail[] {
  const [noEvent, noAction] = [missingEvent(event, known), missingAction(action, known)];
  return [
    ...(noEvent ? [{ path: '/event', code: 'unknown', message: noEvent.reason }] : []),
    ...(noAction ? [{ path: '/action', code: 'unknown', message: noAction.reason }] : []),
  ];
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
