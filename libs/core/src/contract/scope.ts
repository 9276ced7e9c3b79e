/** A narrow reach for API tokens, owned by the module that declares it: exactly the routes listed, nothing else. */
export interface ScopeDefinition {
  /** `devices:edge`. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** A token with this scope must name one workspace and reaches no other. */
  readonly workspaceBound: boolean;
  /** Operation ids of the routes that it opens. */
  readonly operations: readonly string[];
}
