import { actionsOf, type AnyKind } from '@cubit/core/host';
import { fail } from '@cubit/core';

interface Transition {
  readonly kind: AnyKind;
  readonly from: unknown;
  readonly to: unknown;
  /** The running action; null for a write by a client. */
  readonly action: string | null;
  /** Pointer to the field in the request. */
  readonly path: string;
}

/** Refuses a transition that the lifecycle does not have with `409 invalid_transition`, and names what can make it. */
export function checkTransition({ kind, from, to, action, path }: Transition): void {
  const { lifecycle } = kind;
  if (!lifecycle || from === to) return;
  const next = lifecycle.states[String(from)]?.to ?? {};
  const by = next[String(to)];
  if (by === 'direct' || (by && action !== null && by.includes(action))) return;
  const actions = [...new Set(Object.values(next).flatMap(actionsOf))];
  const direct = Object.entries(next).flatMap(([state, makers]) => (makers === 'direct' ? [state] : []));
  const ways = [
    ...(actions.length > 0 ? [`run ${actions.join(', ')}`] : []),
    ...(direct.length > 0 ? [`set it to ${direct.join(', ')}`] : []),
  ];
  const message = `${lifecycle.field} cannot go from '${String(from)}' to '${String(to)}' ${action === null ? 'by a plain update' : `by ${action}`}; ${ways.length > 0 ? ways.join(', or ') : `'${String(from)}' is final`}.`;
  throw fail('invalid_transition', message, { details: [{ path, code: 'invalid_transition', message }] });
}

/** The transitions from the present state of the record: for buttons, docs and wires. */
export function transitionsFrom(kind: AnyKind, state: unknown): Readonly<Record<string, 'direct' | readonly string[]>> {
  return kind.lifecycle?.states[String(state)]?.to ?? {};
}
