import { type Static, Type } from 'typebox';
import type { WorkspaceSchema } from '@cubit/core/host';

export const MODULE = 'agents';
/** Records, search, kinds, documentation and actions that change nothing. */
export const READ = 'read';

export const settings = Type.Object({
  tools: Type.Array(Type.String({ pattern: '^(read|[a-z][a-z0-9-]*:(\\*|[a-z][a-z0-9_]*))$', maxLength: 200 }), {
    title: 'What agents may use',
    default: [READ],
    maxItems: 500,
    uniqueItems: true,
    description:
      '`read`: records, search, and actions that change nothing. `inventory:*`: the records of a module, and its actions that destroy nothing. `inventory:use`: one action, also a destructive one. `inventory:part`: the records of one kind.',
  }),
  confirm: Type.Unsafe<'person' | 'two-step'>({
    type: 'string',
    enum: ['person', 'two-step'],
    title: 'Who confirms destructive actions',
    default: 'person',
    description:
      '`person`: the owner of the token, in the agent’s program or in the web app. `two-step`: the agent itself, by repeating a code.',
  }),
});

export type AgentSettings = Static<typeof settings>;

/** The setting of a workspace; null while it does not offer tools to agents. */
export function agentSettings(schema: WorkspaceSchema): AgentSettings | null {
  return schema.modules.has(MODULE) ? (schema.settingsOf(MODULE) as AgentSettings) : null;
}
