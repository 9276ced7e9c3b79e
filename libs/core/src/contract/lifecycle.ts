/**
 * Who may make a transition: a plain update of the field (`direct`), or only the named actions; `sweep:<id>` names a sweep of the kind's
 * own module.
 */
export type TransitionBy = 'direct' | readonly string[];

const SWEEP = 'sweep:';

/** What a sweep is known as where an action would be: to lifecycles and hooks. */
export function sweepName(id: string): string {
  return SWEEP + id;
}

/** The actions among them: nobody runs a sweep. */
export function actionsOf(by: TransitionBy): readonly string[] {
  return by === 'direct' ? [] : by.filter((name) => !name.startsWith(SWEEP));
}

/**
 * States and transitions as data. Router, validation, docs, buttons and wires read the same table:
 * the kernel refuses every change of `field` that is not in it with `409 invalid_transition`.
 */
export interface Lifecycle {
  readonly field: string;
  /** The state of a new record; where several are listed, a client may choose, and the first is the default. */
  readonly initial: string | readonly string[];
  readonly states: Readonly<
    Record<string, { readonly title?: string; readonly to: Readonly<Record<string, TransitionBy>> }>
  >;
}

export function initialStates(lifecycle: Lifecycle): readonly string[] {
  return typeof lifecycle.initial === 'string' ? [lifecycle.initial] : lifecycle.initial;
}
