import {
  actorSchema,
  celFieldOfSchema,
  celTypeOfSchema,
  payloadSchema,
  type CelField,
  type CelSchema,
  type CheckedCel,
  type RegisteredEvent,
  type WorkspaceSchema,
} from '@cubit/core';

/** What the expressions of a wire on one event may name. */
export interface WireScope {
  readonly event: RegisteredEvent;
  readonly cel: CelSchema;
  /** The same for the input of a wire that aims at records: `target` is the id of the one that it is for. */
  readonly celForTarget: CelSchema;
  /** The record that the event is about; null where it is about none, or its kind is off. */
  readonly subject: { readonly key: string; readonly kind: string } | null;
  /** The kind of the records that an expression gives the ids of, where it plainly reads a reference. */
  kindOf(expression: CheckedCel): string | null;
}

const text: CelField = { type: 'string' };
const time: CelField = { type: 'timestamp' };
const workspace: CelField = { type: { object: { id: text, slug: text, name: text } } };

const scopes = new WeakMap<WorkspaceSchema, Map<string, WireScope>>();

export function wireScope(schema: WorkspaceSchema, event: RegisteredEvent): WireScope {
  const known = scopes.get(schema) ?? new Map<string, WireScope>();
  scopes.set(schema, known);
  const scope = known.get(event.name) ?? makeScope(schema, event);
  known.set(event.name, scope);
  return scope;
}

function makeScope(schema: WorkspaceSchema, event: RegisteredEvent): WireScope {
  const payload = payloadSchema(event);
  const [first] = event.records;
  const subject = first && schema.kinds.has(first.kind) ? first : null;
  const shape = subject ? schema.kinds.get(subject.kind) : undefined;
  const variables: Record<string, CelField> = {
    event: {
      type: {
        object: {
          id: text,
          name: text,
          occurred_at: time,
          actor: celFieldOfSchema(actorSchema),
          payload: { type: celTypeOfSchema(payload) },
        },
      },
    },
    workspace,
  };
  if (shape) {
    const fields = { type: celTypeOfSchema(shape.readSchema) };
    const tags: CelField = { type: { list: 'string' } };
    variables['record'] = {
      type: { object: { id: text, kind: text, title: text, fields, tags, created_at: time, updated_at: time } },
      optional: true,
    };
  }
  const referredBy = ([root, part, name = '']: readonly string[]): unknown => {
    if (root === 'event' && part === 'payload') return payload.properties[name];
    if (root === 'record' && part === 'fields') return shape?.fields.get(name)?.schema;
    return root === 'record' && part === 'id' ? { 'x-kind': subject?.kind } : undefined;
  };
  return {
    event,
    cel: { variables },
    celForTarget: { variables: { ...variables, target: { type: 'string', optional: true } } },
    subject,
    kindOf: ({ tree }) => {
      if (tree.kind !== 'field') return null;
      return (referredBy(tree.path) as { readonly 'x-kind'?: string } | undefined)?.['x-kind'] ?? null;
    },
  };
}
