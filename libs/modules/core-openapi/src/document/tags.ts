import type { RouteDefinition, WorkspaceDescription } from '@cubit/core/host';
import type { JsonObject } from './json.js';
import { safeMarkdown } from './safe-markdown.js';

const KERNEL_TAGS: Readonly<Record<string, string>> = {
  'Sign-in': 'Registration and sessions of people.',
  Account: 'The signed-in user.',
  Workspaces: 'The workspaces of the signed-in user, and the workspace itself.',
  Members: 'Members of the workspace with their roles, and invitations.',
  'API tokens': 'Long-lived credentials for programs, and the scopes that narrow them.',
  Modules: 'Modules of the workspace, and the record kinds, actions and events that they declare.',
  Actions: 'Named operations on records, available as requests and as targets of wires.',
  Events: 'Events of the workspace, as a log and as a live stream.',
  Hooks: 'Webhook receivers of the whole installation.',
};

/** Every tag that an operation carries, in the order of the routes. */
export function tagsOf(routes: readonly RouteDefinition[], description: WorkspaceDescription): readonly JsonObject[] {
  const names = [...new Set(routes.map(({ tag }) => tag))];
  return names.map((name) => ({ name, description: safeMarkdown(KERNEL_TAGS[name] ?? describe(name, description)) }));
}

/** Other tags are the plural title of a kind or the title of a module, whose descriptions are used. */
function describe(name: string, { registry }: WorkspaceDescription): string {
  const kind = [...registry.kinds.values()].find(({ definition }) => definition.title[1] === name);
  if (kind) return kind.definition.description ?? `Records of the kind \`${kind.id}\`.`;
  const module = [...registry.modules.values()].find(({ definition }) => definition.title === name);
  return module?.definition.description ?? `${name}.`;
}
