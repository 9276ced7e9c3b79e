import {
  actorSchema,
  payloadSchema,
  type RecordShape,
  type RegisteredEvent,
  type WorkspaceSchema,
} from '@cubit/core/host';
import { type CelField, celFieldOfSchema, type CelSchema, celTypeOfSchema, type CheckedCel } from '@cubit/expressions';
import { tagKey } from '@cubit/records';

/** The variables of the expressions of a wire that reacts to `event`. */
export interface WireScope {
  readonly event: RegisteredEvent;
  readonly cel: CelSchema;
  /** The variables of the input of a wire with targets: adds `target`, the id of the target of the run. */
  readonly celForTarget: CelSchema;
  /** The record that the event is about: its payload key and kind. Null if there is none or its kind is disabled. */
  readonly subject: { readonly key: string; readonly kind: string } | null;
  /** The kind of the records whose ids an expression returns; null unless the expression reads a reference. */
  kindOf(expression: CheckedCel): string | null;
}

const text: CelField = { type: 'string' };
const time: CelField = { type: 'timestamp' };
const workspace: CelField = { type: { object: { id: text, slug: text, name: text } } };

/** The trees of all installed kinds, which every kind names. */
export function treesIn({ kinds }: WorkspaceSchema): RecordShape['trees'] {
  const [first] = kinds.values();
  return first?.trees ?? new Map();
}

const scopes = new WeakMap<WorkspaceSchema, Map<string, WireScope>>();

export function wireScope(schema: WorkspaceSchema, event: RegisteredEvent): WireScope {
  const cached = scopes.get(schema) ?? new Map<string, WireScope>();
  scopes.set(schema, cached);
  const scope = cached.get(event.name) ?? makeScope(schema, event);
  cached.set(event.name, scope);
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
  const trees = new Set(treesIn(schema).keys());
  if (shape) {
    const fields = { type: celTypeOfSchema(shape.readSchema) };
    const tags: CelField = { type: { list: 'string' }, fold: tagKey };
    variables['record'] = {
      type: {
        object: {
          id: { ...text, refersTo: shape.kind.id },
          kind: text,
          title: text,
          fields,
          tags,
          created_at: time,
          updated_at: time,
        },
      },
      optional: true,
    };
  }
  const referenceSchema = ([root, part, name = '']: readonly string[]): unknown => {
    if (root === 'event' && part === 'payload') return payload.properties[name];
    if (root === 'record' && part === 'fields') return shape?.fields.get(name)?.schema;
    return root === 'record' && part === 'id' ? { 'x-kind': subject?.kind } : undefined;
  };
  return {
    event,
    cel: { variables, trees },
    celForTarget: { variables: { ...variables, target: { type: 'string', optional: true } }, trees },
    subject,
    kindOf: ({ tree }) => {
      if (tree.kind !== 'field') return null;
      return (referenceSchema(tree.path) as { readonly 'x-kind'?: string } | undefined)?.['x-kind'] ?? null;
    },
  };
}
