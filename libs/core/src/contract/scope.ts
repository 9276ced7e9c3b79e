/** The set of routes that a scoped API token may call, declared by the module that owns them. */
export interface ScopeDefinition {
  /** `devices:edge`. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** A token with this scope must be bound to one workspace. */
  readonly workspaceBound: boolean;
  /** Operation ids of the allowed routes. */
  readonly operations: readonly string[];
}
