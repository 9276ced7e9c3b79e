import type { AnyKind, RegisteredModule } from '@cubit/core/host';
import type { AgentCall } from '../call/agent-call.js';

/** What a module is for, its kinds, actions and events, from their declarations. */
export function moduleDocument({ definition, kinds, actions, events }: RegisteredModule): string {
  const { title, description } = definition;
  const sections = [
    `# ${title}`,
    description,
    section(
      'Kinds',
      kinds.map(({ id, definition: kind }) => line(id, kind.title[0], kind.description)),
    ),
    section(
      'Actions',
      actions.map(({ id, definition: action }) => {
        const applies: readonly AnyKind[] | 'any' | 'workspace' = action.appliesTo;
        const target = typeof applies === 'string' ? applies : applies.map((kind) => kind.id).join(', ');
        return `${line(id, action.title, action.description)} Runs on: ${target}.`;
      }),
    ),
    section(
      'Events',
      events.map(({ name, definition: event }) => line(name, event.title, event.description)),
    ),
  ];
  return `${sections.filter((text) => text !== '').join('\n\n')}\n`;
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `## ${title}\n\n${lines.map((text) => `- ${text}`).join('\n')}`;
}

function line(id: string, title: string, description: string | undefined): string {
  return `\`${id}\`: ${title}.${description ? ` ${description}` : ''}`;
}

/** Modules of the workspace that have something to read about. */
export function documentedModules({ workspace }: Pick<AgentCall, 'workspace'>): readonly RegisteredModule[] {
  return [...workspace.schema.modules.values()].filter(({ kinds, actions }) => kinds.length + actions.length > 0);
}
