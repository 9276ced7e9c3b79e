import { payloadSchema, type WorkspaceDescription } from '@cubit/core';
import type { Components } from './components.js';
import type { JsonObject } from './json.js';

/** What the enabled modules announce: what wires can react to and the event log holds. */
export function eventsOf({ schema, workspace }: WorkspaceDescription, components: Components): readonly JsonObject[] {
  return [...schema.events.values()].map((event) => {
    const { description, example, name, title } = event.definition;
    return {
      name,
      title,
      ...(description === undefined ? {} : { description }),
      module: event.module,
      payload: components.schema(payloadSchema(event)),
      example: { orgId: workspace.id, ...example },
    };
  });
}
