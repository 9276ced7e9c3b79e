import type { AnyRecord } from '@cubit/core/host';
import { addLoss, type RowDraft } from './row-draft.js';

/** A new record starts in one of the first states of its kind. */
export function startState(draft: RowDraft): void {
  const { lifecycle } = draft.node.kind.definition;
  const state = stateOf(draft);
  if (!lifecycle || state === null) return;
  const first = typeof lifecycle.initial === 'string' ? [lifecycle.initial] : lifecycle.initial;
  if (first.includes(state)) return;
  delete draft.fields[lifecycle.field];
  addLoss(draft, lifecycle.field, `'${state}' cannot be imported; the record starts as '${first[0] ?? ''}'.`);
}

/** The words of another program do not move a record to another state. The state of an exact file is checked when it is written. */
export function keepState(draft: RowDraft, { fields }: AnyRecord): void {
  const { lifecycle } = draft.node.kind.definition;
  const state = stateOf(draft);
  if (!lifecycle || state === null || !draft.node.lenient) return;
  const present = String((fields as Readonly<Record<string, unknown>>)[lifecycle.field]);
  delete draft.fields[lifecycle.field];
  if (state !== present)
    addLoss(draft, lifecycle.field, `'${state}' cannot be imported; the record stays '${present}'.`);
}

function stateOf({ node, fields }: RowDraft): string | null {
  const { lifecycle } = node.kind.definition;
  const state = lifecycle && fields[lifecycle.field];
  return typeof state === 'string' ? state : null;
}
