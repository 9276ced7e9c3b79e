import { Type, type TObject, type TSchema } from 'typebox';
import { FIELD_FACTS, type RecordShape, type RegisteredKind, type WorkspaceSchema } from '@cubit/core/host';
import { type ChildKind, childKinds, MAX_CHILDREN } from '../write/children.js';

export const MAX_TAGS = 100;
export const MAX_BATCH = 1_000;

const timestamp = Type.String({ format: 'date-time' });
const nullable = (schema: object) => Type.Unsafe<string | null>({ ...schema, type: ['string', 'null'] });

export const tagName = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^\\S(.*\\S)?$',
  description: 'A tag, without leading or trailing spaces.',
  examples: ['smd'],
});

export const tagsSchema = Type.Array(tagName, {
  maxItems: MAX_TAGS,
  uniqueItems: true,
  description: 'Tags. The spelling of the workspace is used for a tag in another letter case.',
});

/** Declared children of each record, as members beside `fields`. */
function withChildren(schema: TObject, members: Readonly<Record<string, TSchema>>): TObject {
  if (Object.keys(members).length === 0) return schema;
  return { ...schema, properties: { ...schema.properties, ...members } };
}

function envelope(shape: RecordShape, fields: TSchema): TObject {
  return Type.Object(
    {
      id: Type.String({ format: 'uuid' }),
      kind: Type.Unsafe<string>({ type: 'string', const: shape.kind.id }),
      title: Type.String(),
      fields,
      tags: Type.Array(Type.String()),
      version: Type.Integer({ minimum: 1, description: 'Increased by every change; sent as `ETag`.' }),
      created_at: timestamp,
      updated_at: timestamp,
      created_by: nullable({ format: 'uuid', description: 'The user who created it; null for the system.' }),
      deleted_at: nullable({
        format: 'date-time',
        description: 'When it was moved to the trash; null while it is live.',
      }),
    },
    { 'x-record': shape.kind.id, ...(shape.kind.description ? { description: shape.kind.description } : {}) },
  );
}

interface FamilySchemas {
  /** A created record: with the children that were created with it. */
  readonly created: TObject;
  /** A record in a list or a read: with `expand=<children>`. */
  readonly presented: TObject;
  readonly create: TObject;
  readonly batch: TObject;
}

const families = new WeakMap<WorkspaceSchema, Map<string, FamilySchemas>>();

/** Schemas that include the declared children of the kind, as the workspace has them. */
export function familySchemas(workspace: WorkspaceSchema, kind: RegisteredKind): FamilySchemas {
  const shape = workspace.kinds.get(kind.id) ?? kind.shape;
  const own = recordSchemas(shape);
  const children = childKinds(workspace, kind);
  if (children.length === 0) return { ...own, created: own.record };
  const known = families.get(workspace) ?? new Map<string, FamilySchemas>();
  families.set(workspace, known);
  const schemas = known.get(kind.id) ?? makeFamily(shape, children);
  known.set(kind.id, schemas);
  return schemas;
}

function makeFamily(shape: RecordShape, children: readonly ChildKind[]): FamilySchemas {
  const own = recordSchemas(shape);
  const members = (describe: (child: ChildKind) => TSchema) =>
    Object.fromEntries(children.map((child) => [child.name, Type.Optional(describe(child))]));
  const added = members(newChildren);
  const shown = members((child) => Type.Array(recordSchemas(child.shape).record));
  return {
    created: Object.assign(withChildren(own.record, shown), { 'x-created': shape.kind.id }),
    presented: withChildren(own.presented, shown),
    create: withChildren(own.create, added),
    batch: batchSchema(shape, added),
  };
}

function newChildren({ kind, shape, by }: ChildKind): TSchema {
  const { [by]: _, ...properties } = shape.createSchema.properties;
  const required = ((shape.createSchema as { required?: readonly string[] }).required ?? []).filter(
    (name) => name !== by,
  );
  const fields = { ...shape.createSchema, properties, required } as unknown as TSchema;
  const plural = kind.definition.title[1].toLowerCase();
  return Type.Array(Type.Object({ fields, tags: Type.Optional(tagsSchema) }, { additionalProperties: false }), {
    maxItems: MAX_CHILDREN,
    description: `New ${plural} of the record, created with it. \`${by}\` is left out.`,
  });
}

interface RecordSchemas {
  /** A record in an answer. */
  readonly record: TObject;
  /** A record with `fields=` or `expand=`: members may be absent, references may be records. */
  readonly presented: TObject;
  readonly create: TObject;
  readonly patch: TObject;
  readonly batch: TObject;
}

const made = new WeakMap<RecordShape, RecordSchemas>();

export function recordSchemas(shape: RecordShape): RecordSchemas {
  const known = made.get(shape);
  if (known) return known;
  const tags = Type.Optional(tagsSchema);
  const closed = { additionalProperties: false };
  const create = Type.Object({ fields: shape.createSchema, tags }, { ...closed, 'x-create': shape.kind.id });
  const patch = Type.Object(
    { fields: Type.Optional(shape.patchSchema), tags },
    { ...closed, 'x-patch': shape.kind.id },
  );
  const schemas = {
    record: envelope(shape, shape.readSchema),
    presented: envelope(shape, presentedFields(shape)),
    create,
    patch,
    batch: batchSchema(shape),
  };
  made.set(shape, schemas);
  return schemas;
}

function batchSchema(shape: RecordShape, children: Readonly<Record<string, TSchema>> = {}): TObject {
  const tags = Type.Optional(tagsSchema);
  const closed = { additionalProperties: false };
  const version = Type.Optional(
    Type.Integer({ minimum: 1, description: 'The version that it must have, as `If-Match` elsewhere.' }),
  );
  const id = Type.String({ format: 'uuid' });
  const op = (name: string) => Type.Unsafe<string>({ type: 'string', const: name });
  const operation = Type.Union([
    Type.Object({ op: op('create'), fields: shape.createSchema, tags, ...children }, closed),
    Type.Object({ op: op('update'), id, fields: Type.Optional(shape.patchSchema), tags, version }, closed),
    Type.Object({ op: op('delete'), id, version }, closed),
  ]);
  return Type.Object({ operations: Type.Array(operation, { minItems: 1, maxItems: MAX_BATCH }) }, closed);
}

function presentedFields(shape: RecordShape): TSchema {
  const references = new Set(shape.references.map((reference) => reference.name));
  const properties = [...shape.fields.values()].map((field) => {
    if (!references.has(field.name)) return [field.name, Type.Optional(field.schema)] as const;
    const expanded = { type: 'object', description: 'With `expand`: the record itself.' };
    const isList = FIELD_FACTS[field.type].many === true;
    const schema = isList
      ? { type: 'array', items: { anyOf: [{ type: 'string', format: 'uuid' }, expanded] } }
      : { anyOf: [field.schema, expanded] };
    return [field.name, Type.Optional(Type.Unsafe<unknown>(schema))] as const;
  });
  return Type.Object(Object.fromEntries(properties), { additionalProperties: false });
}
