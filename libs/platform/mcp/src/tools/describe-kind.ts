import { appliesToKind, type RegisteredKind } from '@cubit/core/host';
import type { AgentCall } from '../call/agent-call.js';
import { plainSchema } from './plain-schema.js';

/** The kinds of the workspace. */
export function listKinds({ workspace }: Pick<AgentCall, 'workspace'>) {
  const { modules, kinds } = workspace.schema;
  const data = [...modules.values()].flatMap((module) =>
    module.kinds
      .filter(({ id }) => kinds.has(id))
      .map(({ id, definition }) => ({
        kind: id,
        title: definition.title[0],
        description: definition.description ?? null,
      })),
  );
  return { data };
}

/** What an agent needs to filter, create and change records of a kind. Help texts of custom fields are text of members, and left out. */
export function describeKind({ workspace, grant }: Pick<AgentCall, 'workspace' | 'grant'>, kind: RegisteredKind) {
  const { definition, id } = kind;
  const shape = workspace.schema.kinds.get(id) ?? kind.shape;
  const custom = new Set([...shape.fields.values()].filter((field) => field.custom !== null).map(({ name }) => name));
  const { lifecycle } = definition;
  return {
    kind: id,
    title: definition.title[0],
    description: definition.description ?? null,
    writable: grant.kinds.has(id),
    fields: withoutHelp(plainSchema(shape.readSchema), custom),
    create: withoutHelp(plainSchema(shape.createSchema), custom),
    states: lifecycle ? { field: lifecycle.field, names: Object.keys(lifecycle.states) } : null,
    actions: [...grant.actions.values()]
      .filter((action) => appliesToKind(action.definition, id))
      .map((action) => ({ action: action.id, title: action.definition.title })),
    example: definition.example ?? null,
  };
}

function withoutHelp(schema: Readonly<Record<string, unknown>>, custom: ReadonlySet<string>) {
  const { properties } = schema as { readonly properties?: Readonly<Record<string, object>> };
  if (!properties) return schema;
  const kept = Object.entries(properties).map(([name, property]) => {
    const { description, ...rest } = property as { readonly description?: string };
    return [name, custom.has(name) || description === undefined ? rest : property];
  });
  return { ...schema, properties: Object.fromEntries(kept) as object };
}
