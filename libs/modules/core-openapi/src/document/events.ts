import { payloadSchema, type WorkspaceDescription } from '@cubit/core/host';
import type { Components } from './components.js';
import type { JsonObject } from './json.js';

/** The events that enabled modules declare: wires react to them and the event log stores them. */
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
