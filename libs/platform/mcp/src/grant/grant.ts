import { type RegisteredAction, type RegisteredKind, type Registry, roleIncludes } from '@cubit/core/host';
import type { Caller, WorkspaceAccess } from '@cubit/core/host';
import { ACT_SCOPE } from '../scopes.js';
import { type AgentSettings, READ } from '../settings.js';

/** What an agent may use in one call: the common part of the setting, the scopes of the token and the role of its owner. */
export interface Grant {
  /** Records, search, kinds, documentation. */
  readonly reads: boolean;
  readonly actions: ReadonlyMap<string, RegisteredAction>;
  /** Kinds whose records may be created and updated. */
  readonly kinds: ReadonlyMap<string, RegisteredKind>;
}

interface GrantOptions {
  readonly registry: Pick<Registry, 'kinds'>;
  readonly workspace: Pick<WorkspaceAccess, 'role' | 'schema'>;
  readonly scopes: Caller['scopes'];
  readonly settings: Pick<AgentSettings, 'tools'>;
}

export function grantOf({ registry, workspace, scopes, settings }: GrantOptions): Grant {
  const { role, schema } = workspace;
  const tools = new Set(settings.tools);
  const acts = scopes.length === 0 || scopes.includes(ACT_SCOPE);
  const actions = [...schema.actions].filter(
    ([, { definition, id, module }]) =>
      definition.agent?.expose !== false &&
      roleIncludes(role, definition.role ?? 'member') &&
      (acts || definition.effects.readOnly) &&
      isListed(tools, { id, module, effects: definition.effects }),
  );
  const kinds = [...schema.kinds.keys()].flatMap((id) => {
    const kind = registry.kinds.get(id);
    if (!kind || !acts || kind.definition.access === 'read-only' || !roleIncludes(role, 'member')) return [];
    return tools.has(id) || tools.has(`${kind.module}:*`) ? [[id, kind] as const] : [];
  });
  return { reads: tools.has(READ), actions: new Map(actions), kinds: new Map(kinds) };
}

/** A destructive action is never part of a group. */
function isListed(
  tools: ReadonlySet<string>,
  { id, module, effects }: Pick<RegisteredAction, 'id' | 'module'> & Pick<RegisteredAction['definition'], 'effects'>,
): boolean {
  if (tools.has(id)) return true;
  if (effects.destructive) return false;
  return tools.has(`${module}:*`) || (effects.readOnly && tools.has(READ));
}

/** The part of a grant in these modules or of these actions: `inventory`, `projects:consume`. Never more than the grant. */
export function narrowed(grant: Grant, names: readonly string[]): Grant {
  const wanted = new Set(names);
  const isWanted = ([id, { module }]: readonly [string, { readonly module: string }]) =>
    wanted.has(id) || wanted.has(module);
  return {
    ...grant,
    actions: new Map([...grant.actions].filter(isWanted)),
    kinds: new Map([...grant.kinds].filter(isWanted)),
  };
}

/** Entries of the setting that name nothing in the workspace. */
export function unknownTools(
  { tools }: Pick<AgentSettings, 'tools'>,
  { schema }: Pick<WorkspaceAccess, 'schema'>,
): readonly string[] {
  return tools.filter((tool) => {
    if (tool === READ || schema.actions.has(tool) || schema.kinds.has(tool)) return false;
    const [module = '', name] = tool.split(':');
    return name !== '*' || !schema.modules.has(module);
  });
}
