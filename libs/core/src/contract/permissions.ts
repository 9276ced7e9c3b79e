/** What a module may reach outside of itself. Refused at run time where it is not declared. */
export interface ModulePermissions {
  /** Kinds of other modules. `write` includes `read`. */
  readonly kinds?: Readonly<Record<string, 'read' | 'write'>>;
  /** Actions of other modules that it invokes: `inventory:use`, or `inventory:*` for all of a module. */
  readonly invokes?: readonly string[];
  /** Hosts that it may reach: `api.example.com`, or `*.example.com` for every host below. */
  readonly egress?: readonly string[];
}

/** Whether `invokes` of a module includes an action. */
export function mayInvoke({ invokes = [] }: ModulePermissions, action: string): boolean {
  return invokes.includes(action) || invokes.includes(`${action.slice(0, action.indexOf(':'))}:*`);
}
