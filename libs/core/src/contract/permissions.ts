/** What a module may reach outside of itself. Refused at run time where it is not declared. */
export interface ModulePermissions {
  /** Kinds of other modules. `write` includes `read`. `*` is every kind, for a module that refers to records of any kind. */
  readonly kinds?: Readonly<Record<string, 'read' | 'write'>>;
  /** Actions of other modules that it invokes: `inventory:use`, or `inventory:*` for all of a module. */
  readonly invokes?: readonly string[];
  /** Hosts that it may reach with `fetch`, on any port: `api.example.com`, or `*.example.com` for every host below. */
  readonly egress?: readonly string[];
}

/** Whether `egress` of a module includes a host, which is in lower case and without a dot at its end. */
export function mayReach({ egress = [] }: ModulePermissions, host: string): boolean {
  return egress.some((pattern) => (pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern));
}

/** Whether `invokes` of a module includes an action. */
export function mayInvoke({ invokes = [] }: ModulePermissions, action: string): boolean {
  return invokes.includes(action) || invokes.includes(`${action.slice(0, action.indexOf(':'))}:*`);
}
