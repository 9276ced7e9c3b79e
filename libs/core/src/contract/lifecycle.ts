/** Who may make a transition: a plain update of the field (`direct`), or only the named actions. */
export type TransitionBy = 'direct' | readonly string[];

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
