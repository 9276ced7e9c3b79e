/**
 * What may make a transition: an update of the field (`direct`), or only the listed actions. `sweep:<id>` is a sweep of the
 * kind's own module.
 */
export type TransitionBy = 'direct' | readonly string[];

const SWEEP = 'sweep:';

/** The name of a sweep in lifecycles and hooks, where an action id is expected. */
export function sweepName(id: string): string {
  return SWEEP + id;
}

/** The actions in the list, without sweeps. */
export function actionsOf(by: TransitionBy): readonly string[] {
  return by === 'direct' ? [] : by.filter((name) => !name.startsWith(SWEEP));
}

/**
 * States and transitions as data. Router, validation, docs, buttons and wires read this table. The kernel refuses every other
 * change of `field` with `409 invalid_transition`.
 */
export interface Lifecycle {
  readonly field: string;
  /** The initial state; if several are listed, a client may choose one, and the first is the default. */
  readonly initial: string | readonly string[];
  readonly states: Readonly<
    Record<string, { readonly title?: string; readonly to: Readonly<Record<string, TransitionBy>> }>
  >;
}

export function initialStates(lifecycle: Lifecycle): readonly string[] {
  return typeof lifecycle.initial === 'string' ? [lifecycle.initial] : lifecycle.initial;
}
