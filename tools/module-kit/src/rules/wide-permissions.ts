import type { ModuleDescription } from '../project.js';
import type { ModuleUse, TestRecord } from './test-record.js';

/** Permissions that include more than the specs of the module need. Without permissions, a module may use everything of others. */
export function widePermissions({ name, permissions }: ModuleDescription, { uses }: TestRecord): readonly string[] {
  const own = uses.filter(({ module }) => module === name);
  if (permissions === null && own.length > 0) {
    const used = [...new Set(own.map(({ what }) => what))].toSorted();
    return [
      `The module has no permissions, so it may use everything of other modules: declare those for ${used.join(', ')}.`,
    ];
  }
  return [
    ...Object.entries(permissions?.kinds ?? {}).flatMap(([kind, access]) =>
      wideKind(kind, access, kind === '*' ? own.map((use) => ofAnyKind(use, permissions?.kinds)) : own),
    ),
    ...(permissions?.invokes ?? []).flatMap((action) => wideAction(action, own)),
    ...(permissions?.egress ?? []).flatMap((pattern) => wideHost(pattern, own)),
  ];
}

function wideKind(kind: string, access: 'read' | 'write', uses: readonly ModuleUse[]): readonly string[] {
  const done = new Set(uses.filter(({ what }) => what === kind).map((use) => use.access));
  if (done.size === 0) return [`No spec uses kind '${kind}': remove it from permissions.kinds, or add a spec.`];
  if (access === 'read' || done.has('write')) return [];
  return [`No spec writes kind '${kind}': 'read' is enough in permissions.kinds, or add a spec.`];
}

/** The use as one of `*`, if no other permission includes it. */
function ofAnyKind(use: ModuleUse, kinds: Readonly<Record<string, unknown>> = {}): ModuleUse {
  const isOfKind = use.access === 'read' || use.access === 'write';
  return isOfKind && !(use.what in kinds) ? { ...use, what: '*' } : use;
}

/** `inventory:*` is never the least. */
function wideAction(action: string, uses: readonly ModuleUse[]): readonly string[] {
  const invoked = uses.filter(({ access }) => access === 'invoke').map(({ what }) => what);
  const isAll = action.endsWith(':*');
  const used = [...new Set(invoked)].filter((id) => (isAll ? id.startsWith(action.slice(0, -1)) : id === action));
  if (used.length === 0) return [`No spec invokes '${action}': remove it from permissions.invokes, or add a spec.`];
  return isAll ? [`'${action}' is more than the specs invoke: name ${used.join(', ')} in permissions.invokes.`] : [];
}

/** `*.example.com` may be the least: its hosts can be known at run time alone. */
function wideHost(pattern: string, uses: readonly ModuleUse[]): readonly string[] {
  const isReached = uses.some(
    ({ access, what }) =>
      access === 'egress' && (pattern.startsWith('*.') ? what.endsWith(pattern.slice(1)) : what === pattern),
  );
  return isReached ? [] : [`No spec reaches '${pattern}': remove it from permissions.egress, or add a spec.`];
}
